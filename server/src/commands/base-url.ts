import { OperatorError } from '#lib/operator-error.ts';

/** The URL of the environment that FOOTNOTE_URL names, without a slash at its end. People write it with or without the scheme,
 *  and copy it from settings of OpenAI clients, where it ends in /v1, and of MCP clients, where it ends in /mcp. */
export function baseUrlOf(address: string): string {
  const url = address.includes('://') ? address : `http://${address}`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new OperatorError(`FOOTNOTE_URL must be an http(s) URL, not ${address}.`, { exitCode: 2 });
  return url.replace(/\/$/, '').replace(/\/(?:v1|mcp)$/, '');
}
