import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { faultOf, listAll, openConnection, textOf } from '../../../tests/helpers/connectors.ts';
import {
  type GitHost,
  HAS_SSHD,
  newRepository,
  SSHD_NEEDED,
  type SshHost,
  startGitHost,
  startSshd,
} from '../../../tests/helpers/git-servers.ts';
import { git } from './git/git.ts';
import type { GitCredentials } from './git/settings.ts';

/** Only the service resolves these names: git would find none. */
const locally: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

const open = (url: string, { credentials }: { credentials?: GitCredentials } = {}) =>
  openConnection(
    git,
    { guard: { allowHosts: parseAllowHosts('127.0.0.1,code.test'), lookup: locally } },
    { settings: { url }, credentials },
  );

describe.skipIf(!HAS_SSHD)(`a repository over SSH${SSHD_NEEDED}`, () => {
  let host: SshHost;
  let files: GitHost;
  beforeAll(async () => {
    host = await startSshd();
    files = await startGitHost();
  });
  afterAll(async () => {
    await host.stop();
    await files.stop();
  });
  const urlOf = (name: string) => `ssh://${host.user}@127.0.0.1:${host.port}${files.root}/${name}.git`;

  it('is read with a key, from the server whose key is known', async () => {
    const repository = newRepository(files.root, 'ssh-1');
    repository.commit({ 'a.md': 'One' });
    const connection = await open(urlOf('ssh-1'), {
      credentials: { private_key: host.privateKey.replaceAll('\n', '\r\n'), known_hosts: host.knownHosts },
    });
    const { found } = await listAll(connection);
    expect(await textOf(connection, found[0])).toBe('One');
    expect(found[0]?.metadata).toMatchObject({ author: 'Ann Nordstrom' });
  });

  it.each([
    [
      'another key',
      'ssh-2',
      () => ({ private_key: host.otherKey, known_hosts: host.knownHosts }),
      'credentials',
    ],
    [
      'what is no key',
      'ssh-2',
      () => ({ private_key: 'no key', known_hosts: host.knownHosts }),
      'credentials',
    ],
    [
      'another host key',
      'ssh-2',
      () => ({
        private_key: host.privateKey,
        known_hosts: `[127.0.0.1]:${host.port} ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdt0DcVXUF1PlPAB3q4ZNW1OsAlY9pJh5e0e2lYH3Xv`,
      }),
      'untrusted',
    ],
    [
      'no such repository',
      'nothing',
      () => ({ private_key: host.privateKey, known_hosts: host.knownHosts }),
      'settings',
    ],
  ])('fails with %s', async (_, name, credentials, code) => {
    const connection = await open(urlOf(name), { credentials: credentials() });
    expect((await faultOf(() => listAll(connection))).code).toBe(code);
  });

  it('is reached by its name at the address that was checked', async () => {
    newRepository(files.root, 'ssh-3').commit({ 'a.md': 'One' });
    const connection = await open(urlOf('ssh-3').replace('127.0.0.1', 'code.test'), {
      credentials: {
        private_key: host.privateKey,
        known_hosts: host.knownHosts.replace('127.0.0.1', 'code.test'),
      },
    });
    expect((await listAll(connection)).found).toHaveLength(1);
  });

  it('needs credentials', async () => {
    expect((await faultOf(() => open(urlOf('ssh-1')))).code).toBe('credentials');
  });
});
