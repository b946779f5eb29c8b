import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { faultOfFetch } from '#connectors/kinds/fetch-fault.ts';
import { isAllowedHost } from '#net/allowed-hosts.ts';
import { explainFailure } from '#net/explain-failure.ts';
import { FetchError } from '#net/fetch-error.ts';
import { type GuardOptions, resolveGuarded } from '#net/guarded-lookup.ts';
import { type RemoteUrl, readRemoteUrl } from './remote-url.ts';
import type { GitAccess } from './run-git.ts';
import type { GitCredentials, GitSettings } from './settings.ts';

/** A repository at the address that was checked. */
export type Remote = RemoteUrl & {
  /** Runs work with what git needs to reach it. Secrets lie in the environment of git, and the key for SSH in a file that
   *  is deleted at the end. */
  reach<T>(work: (access: GitAccess) => Promise<T>): Promise<T>;
};

/** Checks where the repository lies. Throws ConnectorFault. */
export async function openRemote(
  guard: GuardOptions,
  { url }: GitSettings,
  credentials: GitCredentials | undefined,
): Promise<Remote> {
  const remote = readRemoteUrl(url);
  if (!remote) throw new ConnectorFault('settings', 'The setting `url` is no URL of a repository.');
  const { protocol, host, port } = remote;
  if (protocol === 'http' && !isAllowedHost(guard.allowHosts, host, port))
    throw new ConnectorFault(
      'settings',
      `The repository of ${host} would be read without encryption. Use https, or have the operator allow the host.`,
    );
  const address = await resolveGuarded(guard, host, port).catch((error: unknown) => {
    const explained = explainFailure(error, { host, isRedirected: false });
    throw explained instanceof FetchError ? faultOfFetch(explained) : error;
  });
  const access = { GIT_ALLOW_PROTOCOL: protocol };
  if (protocol === 'ssh') {
    if (!credentials || !('private_key' in credentials))
      throw new ConnectorFault('credentials', 'SSH needs `private_key` and `known_hosts`.');
    return {
      ...remote,
      reach: async (work) => {
        const folder = await mkdtemp(join(tmpdir(), 'footnote-ssh-'));
        try {
          await writeFile(join(folder, 'key'), linesOf(credentials.private_key), { mode: 0o600 });
          await writeFile(join(folder, 'known_hosts'), linesOf(credentials.known_hosts));
          await writeFile(join(folder, 'config'), sshConfig(folder, remote, address));
          const command = `ssh -F '${join(folder, 'config').replaceAll("'", "'\\''")}'`;
          return await work({
            env: { ...access, GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' },
            config: [['remote.origin.url', remote.url]],
          });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    };
  }
  if (credentials && !('token' in credentials))
    throw new ConnectorFault('credentials', 'HTTPS needs a `token`, not a key for SSH.');
  const config: [string, string][] = [
    ['remote.origin.url', remote.url],
    // A redirect could lead to an address that was not checked.
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '100'],
    ['http.lowSpeedTime', '60'],
    ...(isIP(host) === 0
      ? [['http.curloptResolve', `${host}:${port}:${address}`] satisfies [string, string]]
      : []),
    ...(credentials ? [['http.extraHeader', authorization(credentials)] satisfies [string, string]] : []),
  ];
  return { ...remote, reach: (work) => work({ env: access, config }) };
}

const authorization = ({
  username = 'x-access-token',
  token,
}: {
  username?: string | undefined;
  token: string;
}) => `Authorization: Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;

const linesOf = (text: string): string => `${text.replaceAll('\r\n', '\n').trim()}\n`;

/** Ignores the settings, keys and agents of the machine. Connects to the address, and looks up the host key by the name. */
const sshConfig = (folder: string, { host, port }: RemoteUrl, address: string): string => {
  const options: Record<string, string> = {
    HostName: address,
    // As ssh-keyscan writes it.
    HostKeyAlias: port === 22 ? host : `[${host}]:${port}`,
    IdentityFile: `"${join(folder, 'key')}"`,
    UserKnownHostsFile: `"${join(folder, 'known_hosts')}"`,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: 'yes',
    CheckHostIP: 'no',
    UpdateHostKeys: 'no',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    PreferredAuthentications: 'publickey',
    BatchMode: 'yes',
    ForwardAgent: 'no',
    ClearAllForwardings: 'yes',
    ControlMaster: 'no',
    ControlPath: 'none',
    PermitLocalCommand: 'no',
    ProxyCommand: 'none',
    CanonicalizeHostname: 'no',
    ConnectTimeout: '30',
    ServerAliveInterval: '20',
    ServerAliveCountMax: '3',
  };
  return `Host *\n${Object.entries(options)
    .map(([name, value]) => `  ${name} ${value}\n`)
    .join('')}`;
};
