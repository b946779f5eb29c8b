import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { openHttp2 } from '../helpers/http2-client.ts';
import { CAN_MAKE_CERTIFICATES, makeCertificate } from '../helpers/make-certificate.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

async function start(): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-half-http2-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = await startServerProcess({
    // It would be asked for by plain HTTP.
    knowledgeBaseId: 'kb_none',
    env: { REQUEST_TIMEOUT_SECONDS: '2', ...makeCertificate(folder, 'half-http2') },
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

const PREFACE = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
/** The first header of stream 1, without the flag that says that these are all. */
const HALF_HEADERS = Buffer.from([0, 0, 1, 1, 1, 0, 0, 0, 1, 0x82]);

const NEEDS = CAN_MAKE_CERTIFICATES && process.platform === 'linux';

it.skipIf(!NEEDS)('HTTP/2 connections with half a block of headers are freed', async () => {
  const server = await start();
  const before = server.descriptors();
  let closed = 0;
  for (let index = 0; index < 60; index++) {
    const socket = connect({
      port: Number(new URL(server.baseUrl).port),
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: ['h2'],
    });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => closed++);
    socket.write(Buffer.concat([PREFACE, HALF_HEADERS]));
    socket.resume();
  }
  await expect.poll(server.descriptors).toBeGreaterThan(before + 50);
  await expect.poll(() => closed).toBe(60);
  await expect.poll(server.descriptors).toBeLessThan(before + 10);
});

it.skipIf(!NEEDS)('a stream of events over HTTP/2 outlives every time-out for requests', async () => {
  const server = await start();
  const { open, call, close } = openHttp2(server);
  onTestFinished(close);
  const stream = open('GET', '/v1/knowledge-base/changes');
  let isClosed = false;
  stream.on('close', () => {
    isClosed = true;
  });
  stream.resume();
  await new Promise((resolve) => stream.once('response', resolve));
  // What is to be seen is that nothing happens for longer than a client may take, three times over.
  await sleep(6_000);
  expect(isClosed).toBe(false);
  expect((await call('GET', '/v1/agents')).status).toBe(200);
});
