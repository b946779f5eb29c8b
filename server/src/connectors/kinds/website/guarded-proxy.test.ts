import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { openGuardedProxy } from './guarded-proxy.ts';

/** The status that a browser gets when a site answers with these bytes. */
async function statusOf(answer: string): Promise<number | string> {
  const site = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const proxy = await openGuardedProxy({ allowHosts: parseAllowHosts(`127.0.0.1:${port}`) });
  onTestFinished(() => {
    proxy.close();
    site.close();
  });
  return await new Promise((resolve) => {
    request({ port: proxy.port, path: `http://127.0.0.1:${port}/`, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? error.message))
      .end();
  });
}

it.each([
  ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 200],
  ['a trailer without chunks', 'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nContent-Length: 2\r\n\r\nok', 200],
  ['a status that no answer can have', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok', 502],
])('passes on %s of a site, or refuses it', async (_, answer, status) => {
  expect(await statusOf(answer)).toBe(status);
});
