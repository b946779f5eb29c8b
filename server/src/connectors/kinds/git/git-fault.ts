import { ConnectorFault, type ConnectorFaultCode } from '#connectors/connector-fault.ts';
import type { RemoteUrl } from './remote-url.ts';
import { GitFailure } from './run-git.ts';

type Explanation = [said: RegExp, code: ConnectorFaultCode, message: (host: string) => string];

/** Messages of git and ssh in English, which are never shown. The first match wins. */
const EXPLANATIONS: readonly Explanation[] = [
  [/returned error: 429/, 'rate_limited', (host) => `${host} was asked too often.`],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'untrusted',
    (host) => `${host} has another key than \`known_hosts\` says.`,
  ],
  [
    /could not read (?:Username|Password)|Authentication failed|returned error: 40[13]|HTTP 40[13]|Permission denied|Load key /,
    'credentials',
    (host) => `${host} refuses the credentials, or needs some to read this repository. Enter them again.`,
  ],
  [
    /returned error: 30\d|unable to update url base from redirection/,
    'settings',
    (host) => `${host} redirects to another address. Enter that as \`url\`, if you trust it.`,
  ],
  [/couldn't find remote ref/, 'settings', (host) => `The repository at ${host} has no such branch.`],
  [
    /not found|does not appear to be a git repository|not a git repository|does not exist|returned error: 4\d\d|dumb http transport/,
    'settings',
    (host) => `${host} has no such git repository, or the credentials may not read it.`,
  ],
  [
    /SSL|certificate|gnutls/i,
    'untrusted',
    (host) => `${host} has no trusted TLS certificate, or does not speak TLS.`,
  ],
  [
    /protocol error|bad pack|bad object|index-pack failed|invalid index-pack|unpack|bad line length|not valid: is this a git repository/,
    'untrusted',
    (host) => `${host} does not answer as a git server does.`,
  ],
];

/** The fault of a connector for a failure of git at its remote. Other errors stay as they are. */
export function faultOfGit(error: unknown, { host }: RemoteUrl): unknown {
  if (!(error instanceof GitFailure)) return error;
  const { said } = error;
  // When the connection breaks, git also reports a damaged pack.
  const isBroken =
    /early EOF|hung up|RPC failed|Connection (?:reset|refused|timed out|closed)|returned error: 5\d\d/;
  const known = EXPLANATIONS.find(([words]) => words.test(said));
  if (known && !(known[1] === 'untrusted' && isBroken.test(said) && !/key verification/.test(said)))
    return new ConnectorFault(known[1], known[2](host), { cause: error });
  return new ConnectorFault('unavailable', `${host} could not be reached, or ended the connection.`, {
    cause: error,
  });
}
