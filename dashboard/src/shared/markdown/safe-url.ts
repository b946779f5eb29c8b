const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The URL as a browser writes it, or undefined if it could do more than open a page or an email. */
export function safeUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return SCHEMES.has(protocol) ? href : undefined;
}
