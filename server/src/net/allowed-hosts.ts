/** A host that the operator allows even if its address is not public. Without a port, all its ports are allowed. */
export type AllowedHost = { readonly hostname: string; readonly port: number | undefined };

/** Parses the list of allowed hosts.
 *  list: `host` or `host:port`, separated by commas; IPv6 addresses in brackets (`[::1]:8080`). Blank entries are
 *  ignored. Throws an Error with one sentence for the operator if an entry is invalid. */
export function parseAllowHosts(list: string): AllowedHost[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseAllowedHost);
}

/** A host, optionally with a port, and no other part of a URL. */
const HOST_AND_PORT = /^(\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\%*]{1,253})(?::(\d{1,5}))?$/i;

function parseAllowedHost(entry: string): AllowedHost {
  const [, host = '', digits] = HOST_AND_PORT.exec(entry) ?? [];
  const url = host === '' ? undefined : `http://${host}/`;
  const port = digits === undefined ? undefined : Number(digits);
  if (url === undefined || !URL.canParse(url) || port === 0 || (port ?? 0) > 65_535)
    throw new Error(
      `The allowed host ${JSON.stringify(entry.slice(0, 300))} isn't a host or a host and port. Write it like "example.org", "10.0.0.5:8080" or "[::1]:8080".`,
    );
  return { hostname: withoutBrackets(new URL(url).hostname), port };
}

/** Whether the operator allows this host and port.
 *  hostname: as in a URL, with or without brackets. */
export function isAllowedHost(allowed: readonly AllowedHost[], hostname: string, port: number): boolean {
  const name = withoutBrackets(hostname).toLowerCase();
  return allowed.some((host) => host.hostname === name && (host.port === undefined || host.port === port));
}

const withoutBrackets = (hostname: string): string =>
  hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
