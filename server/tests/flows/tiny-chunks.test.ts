import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawHead, rawRequest } from '../helpers/raw-request.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const SOURCES = '/v1/knowledge-base/sources';
const BOUNDARY = 'x'.repeat(20);
const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_TYPE = 'Content-Type: application/json';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

const byteByByte = (text: string): string => text.replace(/./gs, '1\r\n$&\r\n');

/** A body as chunks of one byte each, in writes of 20,000. */
function* dripped(head: string, start: string, bytes: number): Generator<string> {
  yield head;
  yield byteByByte(start);
  const block = byteByByte('a'.repeat(20_000));
  for (let sent = 0; sent < bytes; sent += 20_000) yield block;
}

const anonymous = (): string =>
  ['POST /v1/account/sign-in HTTP/1.1', 'Host: localhost', JSON_TYPE, CHUNKED, '', ''].join('\r\n');

describe('a body in chunks of one byte', () => {
  it.each<[string, () => Iterable<string>]>([
    ['without a key', () => dripped(anonymous(), '{"email":"', 900_000)],
    [
      'with content',
      () =>
        dripped(
          rawHead('POST', SOURCES, server.key, JSON_TYPE, CHUNKED),
          '{"type":"text","content":"',
          2_000_000,
        ),
    ],
    [
      'of a form',
      () =>
        dripped(
          rawHead(
            'POST',
            SOURCES,
            server.key,
            `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
            CHUNKED,
          ),
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="content"\r\n\r\n`,
          2_000_000,
        ),
    ],
    [
      'of a file',
      () =>
        dripped(
          rawHead(
            'POST',
            SOURCES,
            server.key,
            `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
            CHUNKED,
          ),
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
          2_000_000,
        ),
    ],
  ])('%s gets 400, and four at once take less than 100 MB', async (_, parts) => {
    await server.call('GET', '/v1/agents');
    server.resetPeak();
    const before = server.rssMb();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => rawRequest(server.baseUrl, parts(), 20_000)),
    );
    expect(server.peakRssMb() - before).toBeLessThan(100);
    for (const { status, text, isClosed } of answers) {
      expect({ status, isClosed }).toEqual({ status: 400, isClosed: true });
      expect(JSON.parse(text).error.message).toContain('Send larger chunks');
    }
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  });

  it('a short body in chunks of one byte is accepted', async () => {
    const body = JSON.stringify({ type: 'text', name: 'Pier', content: 'The pier is long. '.repeat(300) });
    const text = `${rawHead('POST', SOURCES, server.key, JSON_TYPE, CHUNKED, 'Connection: close')}${byteByByte(body)}0\r\n\r\n`;
    expect((await rawRequest(server.baseUrl, text, 20_000)).status).toBe(201);
  });
});

it('a long body in chunks of 1 kB is accepted', async () => {
  const piece = `400\r\n${'word '.repeat(205).slice(0, 1_024)}\r\n`;
  function* parts() {
    yield rawHead('POST', SOURCES, server.key, JSON_TYPE, CHUNKED, 'Connection: close');
    yield byteByByte('{"type":"text","name":"Long","content":"');
    for (let count = 0; count < 4_000; count++) yield piece;
    yield `${byteByByte('"}')}0\r\n\r\n`;
  }
  expect((await rawRequest(server.baseUrl, parts(), 30_000)).status).toBe(201);
});
