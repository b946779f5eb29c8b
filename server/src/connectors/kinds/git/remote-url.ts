/** Where a repository lies. */
export type RemoteUrl = {
  protocol: 'https' | 'http' | 'ssh';
  /** Without brackets. */
  host: string;
  port: number;
  /** Without the first slash and `.git`, such as `team/handbook`. */
  path: string;
  /** In the form that git takes. */
  url: string;
};

const PORTS = { https: 443, http: 80, ssh: 22 } as const;
/** `user@host:path`. Neither part may look like an option. */
const SHORT = /^([a-z\d_][\w.-]{0,63})@([a-z\d][a-z\d.-]{0,252}):([^\s:\-\p{Cc}][^\s\p{Cc}]*)$/iu;

/** Undefined for a URL that is not accepted: another protocol, a password, a query. */
export function readRemoteUrl(text: string): RemoteUrl | undefined {
  const [, , host, path] = SHORT.exec(text) ?? [];
  if (host !== undefined && path !== undefined && !text.includes('://'))
    return { protocol: 'ssh', host: host.toLowerCase(), port: PORTS.ssh, path: plain(path), url: text };
  if (!/^(?:https?|ssh):\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const protocol = url.protocol.slice(0, -1) as RemoteUrl['protocol'];
  if (url.password !== '' || url.search !== '' || url.hash !== '' || /[\s\p{Cc}]/u.test(text))
    return undefined;
  // Nothing in it is decoded, so `%2d` does not become the beginning of an option.
  const user = url.username;
  if (protocol === 'ssh' ? user !== '' && !/^[a-z\d_][\w.-]{0,63}$/i.test(user) : user !== '')
    return undefined;
  const name = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  if (!/^[a-z\d:][a-z\d.:-]*$/i.test(name) || url.pathname.length < 2) return undefined;
  return {
    protocol,
    host: name.toLowerCase(),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    path: plain(url.pathname),
    url: url.href,
  };
}

function plain(path: string): string {
  const start = path.startsWith('/') ? path.slice(1) : path;
  const whole = start.endsWith('/') ? start.slice(0, -1) : start;
  return whole.endsWith('.git') ? whole.slice(0, -'.git'.length) : whole;
}
