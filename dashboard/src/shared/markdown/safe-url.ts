const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The address as a browser writes it, unless following it could do more than open a page or a letter. */
export function safeUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return SCHEMES.has(protocol) ? href : undefined;
}
