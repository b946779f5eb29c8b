/** The crawler's name in robots.txt files (RFC 9309, 2.2.1: the product token). */
export const ROBOTS_TOKEN = 'Footnote';

/** The User-Agent of all outgoing requests.
 *  version: the version in this service's package.json. */
export const userAgent = (version: string): string =>
  `${ROBOTS_TOKEN}/${version} (+robots token: ${ROBOTS_TOKEN})`;
