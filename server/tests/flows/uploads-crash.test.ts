import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

const SOURCES = '/v1/knowledge-base/sources';
const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };

describe('kill -9 during a resumable upload', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('the client goes on at the offset that the next process says', { timeout: 120_000 }, async () => {
    const bytes = Buffer.from('The pier of Brighton is 525 metres long.\n'.repeat((8 * MB) / 41));
    let server = await startServerProcess({ dataDir });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    const send = (
      method: string,
      path: string,
      headers: Record<string, string>,
      body?: Uint8Array | ReadableStream,
    ) =>
      fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...TUS, ...headers },
        ...(body !== undefined && { body, duplex: 'half' }),
      } as RequestInit);
    const begun = await send('POST', '/v1/uploads', {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${Buffer.from('pier.txt').toString('base64')}`,
    });
    const path = begun.headers.get('location') ?? '';
    const offsetOf = async () => Number((await send('HEAD', path, {})).headers.get('upload-offset'));

    // A body that never ends: the process dies in the middle of it.
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.subarray(0, 5.5 * MB)),
    });
    const type = { 'content-type': 'application/offset+octet-stream' };
    const broken = send('PATCH', path, { ...type, 'upload-offset': '0' }, endless).catch(() => 'broken');
    // HEAD would end the request, whose client it takes for lost.
    const arrived = async () => ((await server.call('GET', path)).data as { offset: number }).offset;
    await expect.poll(arrived, { timeout: 60_000 }).toBe(5 * MB);
    await server.stop('SIGKILL');
    expect(await broken).toBe('broken');
    server = await startServerProcess({ dataDir, key, knowledgeBaseId });
    expect(await offsetOf()).toBe(5 * MB);

    const rest = { ...type, 'upload-offset': String(5 * MB) };
    const last = await send('PATCH', path, rest, bytes.subarray(5 * MB));
    expect(last.status).toBe(204);
    const { data } = await server.call('GET', `${SOURCES}/${last.headers.get('footnote-source-id')}?wait=30`);
    expect(data).toMatchObject({
      status: 'indexed',
      content_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });
});
