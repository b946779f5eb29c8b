const NAME = 'footnote_return_to';

/** A page of the dashboard: never another site that came with a link. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Remembers the page to come back to, before the browser leaves for the provider of OpenID Connect. */
export const rememberReturn = (path: string): void => sessionStorage.setItem(NAME, path);

/** The page to go on to, once, if the browser has left for the provider. */
export function takeReturn(): string | undefined {
  const path = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  return path !== null && isOwnPath(path) ? path : undefined;
}
