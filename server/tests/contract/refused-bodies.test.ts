import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawHead } from '../helpers/raw-request.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const SIZE = 40 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'a');

/** Sends all of a body before it reads anything, as most clients do. */
async function sendThenRead(head: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(test.live.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const failed = new Promise<never>((_, reject) => socket.once('error', reject));
  failed.catch(() => {});
  const write = (bytes: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
  const talk = async (): Promise<string> => {
    await write(head);
    for (let sent = 0; sent < SIZE; sent += PIECE.length) await write(PIECE);
    let read = '';
    for await (const bytes of socket) {
      read += String(bytes);
      if (read.includes('"request_id"')) break;
    }
    return read;
  };
  const read = await Promise.race([talk(), failed]).finally(() => socket.destroy());
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(read)?.[1] ?? 0), text: read };
}

describe('a client that sends 40 MB before it reads the answer', () => {
  it.each([
    ['413 for a body that is too large', 413, () => test.live.key],
    ['401 for a wrong key', 401, () => 'svc_live_wrong'],
  ])('gets %s', async (_, status, key) => {
    const head = rawHead(
      'POST',
      '/v1/agents',
      key(),
      'Content-Type: application/json',
      `Content-Length: ${SIZE}`,
    );
    for (let round = 0; round < 4; round++) expect((await sendThenRead(head)).status).toBe(status);
  });

  it('a client that sends 40 MB without announcing it gets 413', async () => {
    const head = rawHead(
      'POST',
      '/v1/agents',
      test.live.key,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    const { status } = await sendThenRead(`${head}${SIZE.toString(16)}\r\n`);
    expect(status).toBe(413);
  });
});

it("a request pipelined after a refused one isn't run", async () => {
  const { hostname, port } = new URL(test.live.baseUrl);
  const socket = connect(Number(port), hostname);
  const first = rawHead(
    'POST',
    '/v1/agents',
    test.live.key,
    'Content-Type: application/json',
    'Content-Length: 1',
  );
  const body = '{"name":"Smuggled"}';
  const second = `${rawHead('POST', '/v1/agents', test.live.key, 'Content-Type: application/json', `Content-Length: ${body.length}`)}${body}`;
  socket.write(`${first}{`);
  let read = '';
  for await (const bytes of socket) {
    read += String(bytes);
    socket.write(second);
  }
  expect(read.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(
    (await test.live.get('/v1/agents')).body.data.map(({ name }: { name: string }) => name),
  ).not.toContain('Smuggled');
});
