const NAME = 'footnote_return_to';

/** True for a path of the dashboard; false for another site from a crafted link. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Remembers the current page before the browser leaves for the OpenID Connect provider. */
export const rememberReturn = (path: string): void => sessionStorage.setItem(NAME, path);

/** The remembered page, once. */
export function takeReturn(): string | undefined {
  const path = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  return path !== null && isOwnPath(path) ? path : undefined;
}
