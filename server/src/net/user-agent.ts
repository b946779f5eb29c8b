/** The name to which a robots.txt speaks when it means this crawler (RFC 9309, 2.2.1: the product token). */
export const ROBOTS_TOKEN = 'Footnote';

/** What every outgoing request says it comes from.
 *  version: of this service, as its package says. */
export const userAgent = (version: string): string =>
  `${ROBOTS_TOKEN}/${version} (+robots token: ${ROBOTS_TOKEN})`;
