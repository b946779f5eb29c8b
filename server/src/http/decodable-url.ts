import { decodeEscapes } from '#lib/decode-escapes.ts';

/** Keeps an invalid escape such as `%zz` as literal text, so that the request gets the usual 401 or 404 instead of a 400
 *  from the router. */
export function decodableUrl(url: string): string {
  if (isDecodable(url)) return url;
  const [path = '', ...query] = url.split('?');
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

/** True if every escape in the path is UTF-8. */
export function isDecodable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return decodeEscapes(path) !== undefined;
}
