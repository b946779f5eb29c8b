import { describe, expect, it } from 'vitest';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { faultOf, listAll, openConnection } from '../../../tests/helpers/connectors.ts';
import { GIT_NEEDED, HAS_GIT } from '../../../tests/helpers/git-servers.ts';
import { serve, serveRaw } from '../../../tests/helpers/local-server.ts';
import { git } from './git/git.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

const open = (url: string, { hosts = '127.0.0.1', ...options } = {}) =>
  openConnection(git, { guard: { allowHosts: parseAllowHosts(hosts) } }, { ...options, settings: { url } });

describe.skipIf(!HAS_GIT)(`a hostile server of repositories${GIT_NEEDED}`, () => {
  it('is not followed to another address', async () => {
    const server = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    const fault = await faultOf(async () => listAll(await open(`${server.origin}/a.git`)));
    expect(fault).toMatchObject({ code: 'settings', message: expect.stringContaining('redirects') });
    await server[Symbol.asyncDispose]();
  });

  it.each([
    ['http://169.254.169.254/a.git', 'settings'],
    ['https://169.254.169.254/a.git', 'untrusted'],
    ['https://localhost/a.git', 'untrusted'],
    ['https://name.invalid/a.git', 'settings'],
  ])('is not reached at %s', async (url, code) => {
    expect((await faultOf(() => open(url, { hosts: '' }))).code).toBe(code);
  });

  it('is left when it never ends, with everything that git started', async () => {
    const server = await serveRaw((socket) => {
      socket.resume();
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-advertisement\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      socket.write('1e\r\n001e# service=git-upload-pack\n\r\n');
    });
    const controller = new AbortController();
    const connection = await openConnection(
      git,
      { guard: { allowHosts: parseAllowHosts('127.0.0.1') } },
      { settings: { url: `${server.origin}/a.git` }, signal: controller.signal },
    );
    const listing = listAll(connection).catch((error: unknown) => error);
    await expect.poll(() => server.open(), PATIENCE).toBe(1);
    controller.abort(new Error('The run was stopped.'));
    expect(await listing).toMatchObject({ message: 'The run was stopped.' });
    await expect.poll(() => server.open(), PATIENCE).toBe(0);
    await server[Symbol.asyncDispose]();
  });

  it('fails when it writes anything else than git', async () => {
    const server = await serve((_, response) => response.end('<html>Sign in</html>'.repeat(1_000)));
    const fault = await faultOf(async () => listAll(await open(`${server.origin}/a.git`)));
    expect(['settings', 'untrusted']).toContain(fault.code);
    await server[Symbol.asyncDispose]();
  });

  it('is told from one that is down', async () => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    const fault = await faultOf(async () => listAll(await open(`${server.origin}/a.git`)));
    expect(fault.code).toBe('unavailable');
  });
});
