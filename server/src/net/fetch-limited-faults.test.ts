import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failure, get, isLeftAlone } from '../../tests/helpers/fetch-locally.ts';
import { serve, serveRaw } from '../../tests/helpers/local-server.ts';
import { parseAllowHosts } from './allowed-hosts.ts';
import { fetchLimited } from './fetch-limited.ts';
import { createGuardedAgent } from './guarded-agent.ts';

describe('the timeout of a fetch', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['an answer that never starts', () => {}],
    [
      'headers that come drop by drop',
      async ({ socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\n');
        for (let n = 0; n < 100 && !socket?.destroyed; n += 1) {
          socket?.write(`X-${n}: y\r\n`);
          await sleep(30);
        }
      },
    ],
    [
      'a body that comes drop by drop',
      async (response) => {
        for (let n = 0; n < 2_000 && !response.destroyed; n += 1) {
          response.write('x');
          await sleep(30);
        }
      },
    ],
    ['a body that stops', (response) => response.write('x')],
  ])('ends %s', async (_, listener) => {
    await using server = await serve((_request, response) => {
      listener(response);
    });
    const startedAt = performance.now();
    const error = await failure(server.origin, { timeoutMs: 400 });
    // The longest of them takes a minute.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(error).toMatchObject({ code: 'timeout', isRetryable: true });
    expect(error.message).toBe(`127.0.0.1:${server.port} did not answer in full within 0.4 seconds.`);
    expect(await isLeftAlone(server)).toBe(true);
  });

  it('covers all redirects together', async () => {
    await using server = await serve(async (request, response) => {
      await sleep(150);
      response.writeHead(302, { location: `${request.url}x` }).end();
    });
    const error = await failure(`${server.origin}/`, { timeoutMs: 400 });
    expect(error.message).toBe(
      `The page that 127.0.0.1:${server.port} redirects to did not answer in full within 0.4 seconds.`,
    );
  });

  it.each(['beforeRequest', 'onBody'] as const)('ends a %s that never returns', async (name) => {
    await using server = await serve((_, response) => response.end('x'));
    const error = await failure(server.origin, { timeoutMs: 300, [name]: () => new Promise(() => {}) });
    expect(error.code).toBe('timeout');
  });

  it('is cut short by an abort of the caller, before and during the fetch', async () => {
    await using server = await serve((_, response) => response.write('x'));
    const stop = new AbortController();
    const running = failure(server.origin, {
      signal: stop.signal,
      onBody: () => stop.abort(new Error('mine')),
    });
    expect(await running).toMatchObject({ code: 'aborted', isRetryable: false });
    expect(await isLeftAlone(server)).toBe(true);
    const before = server.connections();
    expect((await failure(server.origin, { signal: stop.signal })).code).toBe('aborted');
    expect(server.connections()).toBe(before);
  });
});

describe('a connection that fails', () => {
  it('is a retryable `connect` error if no server listens', async () => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'connect', isRetryable: true });
    expect(error.message).toContain(`127.0.0.1:${server.port} `);
  });

  it('is a retryable `reset` error if it is reset in the middle of a body', async () => {
    await using server = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart');
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
    expect(await failure(server.origin)).toMatchObject({ code: 'reset', isRetryable: true });
  });

  it('is a retryable `reset` error if it ends before a response', async () => {
    await using server = await serveRaw((socket) => socket.once('data', () => socket.end()));
    expect(await failure(server.origin)).toMatchObject({ code: 'reset', isRetryable: true });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['bytes', '\x00\x01\x02\x03'],
    ['no status', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'X: yyyyyyyy\r\n'.repeat(20_000)}`],
    ['one endless header', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
  ])('is a final `bad_response` error if the server sends %s', async (_, bytes) => {
    await using server = await serveRaw((socket) => socket.once('data', () => socket.write(bytes, 'latin1')));
    const error = await failure(server.origin);
    expect(error).toMatchObject({ code: 'bad_response', isRetryable: false });
    expect(await isLeftAlone(server)).toBe(true);
  });

  it.each([
    ['ENOTFOUND', false],
    ['EAI_AGAIN', true],
  ])('is a `dns` error if the name has no address: %s', async (code, isRetryable) => {
    const lost = createGuardedAgent({
      allowHosts: [],
      lookup: (_, __, callback) =>
        callback(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }), []),
    });
    const limits = { maxBytes: 1, timeoutMs: 5_000, maxRedirects: 0, onBody: () => {} };
    await expect(fetchLimited(lost, 'http://nowhere.example/', limits)).rejects.toMatchObject({
      code: 'dns',
      isRetryable,
      message: 'nowhere.example could not be found: its host name has no address.',
    });
    await lost.close();
  });
});

describe('many fetches', () => {
  it('leave no listener, no socket and no warning', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: '/' });
      response.end('x');
    });
    const own = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const limits = { maxBytes: 10, timeoutMs: 5_000, maxRedirects: 5, signal, onBody: () => {} };
    for (let n = 0; n < 500; n += 1) await fetchLimited(own, server.origin, limits);
    expect(server.connections()).toBeLessThanOrEqual(3);
    for (let n = 0; n < 50; n += 1) {
      await fetchLimited(own, `${server.origin}/redirect`, limits);
      await fetchLimited(own, server.origin, { ...limits, maxBytes: 0 }).catch(() => {});
    }
    expect(server.open()).toBeLessThanOrEqual(2);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await own.close();
    expect(await isLeftAlone(server)).toBe(true);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('do not mix up their bodies if they run at the same time', async () => {
    await using server = await serve((request, response) => response.end(request.url));
    const paths = Array.from({ length: 50 }, (_, n) => `/${n}`);
    const all = await Promise.all(paths.map((path) => get(server.origin + path)));
    expect(all.map(({ body }) => body)).toEqual(paths);
  });
});
