import { createHash, randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';
import { TEST_ENGINE } from '../helpers/test-storage.ts';

const UPLOADS = '/v1/uploads';
const SOURCES = '/v1/knowledge-base/sources';
const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** Text that no other test adds. */
const textOf = (sizeBytes: number): Buffer => {
  const line = `${randomBytes(6).toString('hex')} is the name of this text about a pier.\n`;
  return Buffer.from(line.repeat(Math.ceil(sizeBytes / line.length)).slice(0, sizeBytes));
};
const metadataOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const begin = (client: Client, length: number, fields: Record<string, string> = { filename: 'pier.txt' }) =>
  client.call('POST', UPLOADS, undefined, {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': metadataOf(fields),
  });
const begun = async (client: Client, length: number, fields?: Record<string, string>): Promise<string> => {
  const { status, headers } = await begin(client, length, fields);
  expect(status).toBe(201);
  return headers.get('location') ?? '';
};
const patch = (client: Client, path: string, offset: number, bytes: Uint8Array) =>
  client.call('PATCH', path, bytes, { ...BYTES, 'upload-offset': String(offset) });
const offsetOf = async (client: Client, path: string): Promise<number> =>
  Number((await client.call('HEAD', path, undefined, TUS)).headers.get('upload-offset'));

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService({ CORS_ORIGINS: 'https://app.example.com' });
  live = test.live;
});
afterAll(() => test.stop());

describe('POST /v1/uploads', () => {
  it('an upload in several parts becomes a source with the fields of its metadata', async () => {
    const bytes = textOf(2.5 * MB);
    const answer = await begin(live, bytes.length, {
      filename: 'C:\\plans\\pier.txt',
      filetype: 'text/plain',
      name: 'Pier, 2026',
      tags: '["plans","pier"]',
      metadata: '{"year":2026}',
      external_id: 'plans/pier',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ status: 'receiving', offset: 0, length: bytes.length });
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    const path = answer.headers.get('location') ?? '';
    let offset = 0;
    for (const size of [10, MB - 10, 1, 900_000]) {
      const { status, headers } = await patch(live, path, offset, bytes.subarray(offset, offset + size));
      offset += size;
      expect([status, headers.get('upload-offset')]).toEqual([204, String(offset)]);
      expect(await offsetOf(live, path)).toBe(offset);
    }
    const last = await patch(live, path, offset, bytes.subarray(offset));
    expect(last.status).toBe(204);
    const sourceId = last.headers.get('footnote-source-id');
    expect((await live.get(path)).body.data).toMatchObject({ status: 'stored', source_id: sourceId });
    const source = (await live.get(`${SOURCES}/${sourceId}?wait=30`)).body.data;
    expect(source).toMatchObject({
      status: 'indexed',
      name: 'Pier, 2026',
      file_name: 'pier.txt',
      tags: ['plans', 'pier'],
      metadata: { year: 2026 },
      external_id: 'plans/pier',
      size_bytes: bytes.length,
      content_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await live.get(`${SOURCES}/${sourceId}/file`)).body).toBe(bytes.toString());
  });

  it('a source that a multipart upload would refuse is refused before its bytes are sent', async () => {
    await live.addText('Taken', 'Taken.', { external_id: 'taken' });
    expectError(await begin(live, 10, { filename: 'a.txt', external_id: 'taken' }), 409, 'external_id');
    expectError(await begin(live, 10, { filename: 'a.txt', knowledge_base_id: 'kb_none' }), 422);
    expectError(await begin(live, 10, { filename: 'a.txt', metadata: '{' }), 422, 'metadata');
    for (const name of ['constructor', 'valueof'])
      expectError(await begin(live, 10, { filename: 'a.txt', [name]: 'x' }), 422, name);
    expectError(await begin(live, 10, { filename: 'a.txt', content: 'a' }), 422, 'content');
    expectError(await begin(live, 0), 422, 'Upload-Length');
    expectError(await begin(live, 51 * MB), 413);
  });

  it.each(['constructor', '__proto__'])('422 for the field %s', async (name) => {
    expect((await begin(live, 10, Object.fromEntries([[name, 'x']]))).status).toBe(422);
  });

  it('headers that are not of tus 1.0.0 are refused', async () => {
    const post = (headers: Record<string, string>) => live.call('POST', UPLOADS, undefined, headers);
    const other = await post({ 'tus-resumable': '0.2.2', 'upload-length': '1' });
    expectError(other, 412);
    expect(other.headers.get('tus-version')).toBe('1.0.0');
    expectError(await post({ 'upload-length': '1' }), 412);
    expectError(await post(TUS), 400, 'Upload-Length');
    for (const length of ['-1', '1e3', '1.5', '9'.repeat(16)])
      expectError(await post({ ...TUS, 'upload-length': length }), 400, 'Upload-Length');
    for (const metadata of ['filename *', 'filename YQ== YQ==', 'file-name YQ==', '\u00e4', '__proto__ YQ=='])
      expectError(
        await post({ ...TUS, 'upload-length': '1', 'upload-metadata': metadata }),
        422,
        'Upload-Metadata',
      );
  });

  it('a workspace has at most 20 unfinished uploads, and 2 GiB of them', async () => {
    const { live: theirs } = await addWorkspace(test);
    const paths: string[] = [];
    for (let n = 0; n < 20; n++) paths.push(await begun(theirs, 10));
    expectError(await begin(theirs, 10), 409);
    expect((await theirs.delete(paths[0] ?? '')).status).toBe(204);
    expect((await begin(theirs, 10)).status).toBe(201);
    expect((await begin(live, 10)).status).toBe(201);
  });
});

describe('PATCH /v1/uploads/:id', () => {
  it('409 at another offset than the service has, and nothing changes', async () => {
    const path = await begun(live, 100);
    await patch(live, path, 0, Buffer.alloc(40, 'a'));
    for (const offset of [0, 39, 41, 100])
      expectError(await patch(live, path, offset, Buffer.alloc(9, 'b')), 409);
    expectError(await live.call('PATCH', path, Buffer.from('a'), BYTES), 400, 'Upload-Offset');
    expectError(
      await live.call('PATCH', path, '{}', { ...TUS, 'upload-offset': '40', 'content-type': 'text/plain' }),
      415,
    );
    expect(await offsetOf(live, path)).toBe(40);
  });

  it('413 for more bytes than were announced, also without Content-Length', async () => {
    const path = await begun(live, 100);
    expectError(await patch(live, path, 0, Buffer.alloc(101)), 413);
    const response = await fetch(`${live.baseUrl}${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${live.key}`, ...BYTES, 'upload-offset': '0' },
      body: new Blob([Buffer.alloc(101)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect((await live.get(path)).body.data.status).toBe('receiving');
  });

  it('of several requests with the same bytes at the same time, the bytes are stored once', async () => {
    const bytes = textOf(3 * MB);
    const path = await begun(live, bytes.length);
    const answers = await Promise.all(Array.from({ length: 4 }, () => patch(live, path, 0, bytes)));
    for (const { status } of answers) expect([204, 409]).toContain(status);
    const offset = await offsetOf(live, path);
    if (offset < bytes.length) await patch(live, path, offset, bytes.subarray(offset));
    const { source_id } = (await live.get(path)).body.data;
    const source = (await live.get(`${SOURCES}/${source_id}`)).body.data;
    expect(source.content_sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const all = (await live.get(`${SOURCES}?limit=100`)).body.data as { content_sha256: string }[];
    expect(all.filter(({ content_sha256 }) => content_sha256 === source.content_sha256)).toHaveLength(1);
  });

  it('a source that is refused at the end is made once the reason is gone', async () => {
    const bytes = textOf(1_000);
    const path = await begun(live, bytes.length, { filename: 'a.txt', external_id: 'late' });
    const other = await live.addText('Late', 'Late.', { external_id: 'late' });
    expectError(await patch(live, path, 0, bytes), 422, 'external_id');
    await live.delete(`${SOURCES}/${other.id}`);
    const again = await patch(live, path, bytes.length, Buffer.alloc(0));
    expect([again.status, again.headers.get('footnote-source-id')]).toEqual([
      204,
      expect.stringMatching(/^src_/),
    ]);
  });
});

describe('an upload', () => {
  it('is seen only by the key that began it', async () => {
    const path = await begun(live, 100);
    const strangers = [
      (await addWorkspace(test)).live,
      await clientWithScope(live, 'admin'),
      await clientWithScope(live, 'read_write'),
    ];
    for (const stranger of strangers) {
      expectError(await stranger.get(path), 404);
      expect((await stranger.call('HEAD', path, undefined, TUS)).status).toBe(404);
      expectError(await patch(stranger, path, 0, Buffer.alloc(100)), 404);
      expectError(await stranger.delete(path), 404);
    }
    expectError(await test.sandbox.get(path), 404);
    expectError(await patch(await clientWithScope(live, 'read_only'), path, 0, Buffer.alloc(1)), 403);
    expect(await offsetOf(live, path)).toBe(0);
  });

  it('is gone after 24 hours, and after DELETE', async () => {
    let now = Date.now();
    const { live: early, stop } = await startTestService({}, { now: () => now });
    onTestFinished(stop);
    const path = await begun(early, 100);
    await patch(early, path, 0, Buffer.alloc(50));
    now += 24 * 3_600_000 - 1;
    expect(await offsetOf(early, path)).toBe(50);
    now += 1;
    expectError(await early.get(path), 404);
    expectError(await patch(early, path, 50, Buffer.alloc(50)), 404);
    const other = await begun(early, 100);
    expect((await early.delete(other)).status).toBe(204);
    expectError(await early.get(other), 404);
  });

  it('tells pages of allowed origins what they need', async () => {
    const origin = { origin: 'https://app.example.com' };
    const preflight = await live.call('OPTIONS', UPLOADS, undefined, {
      ...origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'tus-resumable,upload-offset,upload-length,upload-metadata',
    });
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Upload-Offset/);
    const { headers } = await live.call('POST', UPLOADS, undefined, {
      ...TUS,
      ...origin,
      'upload-length': '9',
      'upload-metadata': metadataOf({ filename: 'a.txt' }),
    });
    for (const name of ['Location', 'Upload-Offset', 'Upload-Expires', 'Footnote-Source-Id'])
      expect(headers.get('access-control-expose-headers')).toContain(name);
  });
});

it('OPTIONS /v1/uploads says what the service can do', async () => {
  const { live: plain, stop } = await startTestService();
  onTestFinished(stop);
  const { status, headers } = await plain.call('OPTIONS', UPLOADS);
  expect([
    status,
    headers.get('tus-version'),
    headers.get('tus-extension'),
    headers.get('tus-max-size'),
  ]).toEqual([204, '1.0.0', 'creation,expiration,termination', String(50 * MB)]);
});

/** Passes connections on to the service, and cuts the first ones after so many bytes. */
async function cuttingProxy(target: string, cuts: number, afterBytes: number): Promise<string> {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const service = connect(Number(port), hostname);
    let passed = 0;
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          service.destroy();
        });
    }
    client.on('data', (bytes) => {
      passed += bytes.length;
      if (cuts > 0 && passed > afterBytes) {
        cuts -= 1;
        client.resetAndDestroy();
      } else service.write(bytes);
    });
    service.pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
}

describe('tus-js-client', () => {
  it('goes on where a cut connection ended, and makes one source', { timeout: 60_000 }, async () => {
    const bytes = textOf(12 * MB);
    const url = await cuttingProxy(live.baseUrl, 3, 3 * MB);
    const offsets: number[] = [];
    const sourceId = await new Promise<string | undefined>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${url}${UPLOADS}`,
        retryDelays: [0, 50, 100, 200, 400],
        headers: { authorization: `Bearer ${live.key}` },
        metadata: { filename: 'pier.txt', filetype: 'text/plain' },
        onAfterResponse: (request, response) => {
          if (request.getMethod() === 'HEAD') offsets.push(Number(response.getHeader('upload-offset')));
        },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('footnote-source-id')),
        onError: reject,
      });
      upload.start();
    });
    expect(offsets.length).toBeGreaterThanOrEqual(3);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(offsets.at(-1)).toBeGreaterThan(0);
    const source = (await live.get(`${SOURCES}/${sourceId}?wait=30`)).body.data;
    expect(source).toMatchObject({
      status: 'indexed',
      content_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });
});

if (TEST_ENGINE === 'postgres')
  it('goes on at another node', async () => {
    const other = await startTestService({ DATA_DIR: test.dataDir });
    onTestFinished(other.stop);
    const client = { ...live, baseUrl: other.live.baseUrl };
    const bytes = textOf(1.5 * MB);
    const path = await begun(live, bytes.length);
    await patch(live, path, 0, bytes.subarray(0, MB + 5));
    const response = await fetch(`${client.baseUrl}${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${live.key}`, ...BYTES, 'upload-offset': String(MB + 5) },
      body: bytes.subarray(MB + 5),
    });
    expect(response.status).toBe(204);
    const source = (await live.get(`${SOURCES}/${response.headers.get('footnote-source-id')}`)).body.data;
    expect(source.content_sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
