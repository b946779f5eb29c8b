/** A host that the operator permits although its address may not be public. Without a port, any port of it. */
export type AllowedHost = { readonly hostname: string; readonly port: number | undefined };

/** Reads a list of permitted hosts.
 *  list: `host` or `host:port`, separated by commas; an IPv6 address in brackets (`[::1]:8080`). Blank entries do not
 *  count. Throws an Error, one sentence for the operator, at an entry that is neither. */
export function parseAllowHosts(list: string): AllowedHost[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseAllowedHost);
}

/** A host without anything that would make a URL of it, and perhaps a port. */
const HOST_AND_PORT = /^(\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\%*]{1,253})(?::(\d{1,5}))?$/i;

function parseAllowedHost(entry: string): AllowedHost {
  const [, host = '', digits] = HOST_AND_PORT.exec(entry) ?? [];
  const url = host === '' ? undefined : `http://${host}/`;
  const port = digits === undefined ? undefined : Number(digits);
  if (url === undefined || !URL.canParse(url) || port === 0 || (port ?? 0) > 65_535)
    throw new Error(
      `The allowed host ${JSON.stringify(entry.slice(0, 300))} is neither a host nor a host and port: write it like "example.org", "10.0.0.5:8080" or "[::1]:8080".`,
    );
  return { hostname: withoutBrackets(new URL(url).hostname), port };
}

/** Whether the operator permits this host at this port.
 *  hostname: as a URL holds it, with or without brackets. */
export function isAllowedHost(allowed: readonly AllowedHost[], hostname: string, port: number): boolean {
  const name = withoutBrackets(hostname).toLowerCase();
  return allowed.some((host) => host.hostname === name && (host.port === undefined || host.port === port));
}

const withoutBrackets = (hostname: string): string =>
  hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
