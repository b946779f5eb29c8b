import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { type LocalServer, serveRaw } from '../../../../tests/helpers/local-server.ts';
import { type GuardedProxy, openGuardedProxy } from './guarded-proxy.ts';

describe('openGuardedProxy', () => {
  let server: LocalServer;
  let proxy: GuardedProxy;
  let answer = '';
  beforeAll(async () => {
    server = await serveRaw((socket) => void socket.once('data', () => socket.end(answer)));
    proxy = await openGuardedProxy({ allowHosts: parseAllowHosts(`127.0.0.1:${server.port}`) });
    proxy.open(`${server.origin}/page`);
  });
  afterAll(async () => {
    proxy.close();
    await server[Symbol.asyncDispose]();
  });

  /** What a browser gets for a page. */
  const ask = (): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write(`GET ${server.origin}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });

  it.each([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['the status 000', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['trailers without chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTrailer: x\r\n\r\n'],
  ])('refuses an answer with %s, and goes on', async (_what, hostile) => {
    answer = hostile;
    expect(await ask()).toMatch(/^HTTP\/1\.1 502 /);
    answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
  });

  it('keeps the scripts of other pages from hosts that the operator allows', async () => {
    answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const before = server.connections();
    proxy.open('https://example.org/hostile');
    expect(await ask()).toMatch(/^HTTP\/1\.1 502 /);
    expect(server.connections()).toBe(before);
    proxy.open(`${server.origin}/page`);
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ends an answer that does not end', async () => {
    await using endless = await serveRaw((socket) => {
      const part = Buffer.alloc(1024 * 1024);
      const more = (): void => {
        while (socket.writable && socket.write(part));
      };
      socket.on('drain', more);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        more();
      });
    });
    const other = await openGuardedProxy({ allowHosts: parseAllowHosts(`127.0.0.1:${endless.port}`) });
    other.open(`${endless.origin}/page`);
    const received = await new Promise<number>((resolve) => {
      let bytes = 0;
      const socket = connect(other.port, '127.0.0.1', () =>
        socket.write(`GET ${endless.origin}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
      );
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(bytes));
    });
    expect(received).toBeLessThan(140 * 1024 * 1024);
    await expect.poll(() => endless.open()).toBe(0);
    other.close();
  });
});
