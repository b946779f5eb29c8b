import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BUCKETS_NOTE, type Bucket, HAS_BUCKETS, startBucket } from '../helpers/bucket.ts';
import { startBucketProxy } from '../helpers/bucket-proxy.ts';
import { runCommand } from '../helpers/run-command.ts';
import { freePort, startServerProcess } from '../helpers/server-process.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, storageSettings, TEST_ENGINE } from '../helpers/test-storage.ts';

const SOURCES = '/v1/knowledge-base/sources';
const QUICK = { WATCH_SECONDS: '0.1', BLOB_KEPT_SECONDS: '0', JOB_ATTEMPTS: '2' };

const textOf = (name: string, bytes: number): string =>
  `${name}. ${'The lamp burns four litres a night.\n'.repeat(bytes / 36)}`;

function formOf(name: string, text: string, type?: string): FormData {
  const form = new FormData();
  if (type !== undefined) form.append('type', type);
  form.append('name', name);
  form.append('file', new Blob([text]), `${name}.txt`);
  return form;
}

/** Adds a text file of about so many bytes. */
async function add(client: Client, name: string, bytes: number): Promise<{ id: string; text: string }> {
  const text = textOf(name, bytes);
  const { status, body } = await client.post(SOURCES, formOf(name, text, 'document'));
  expect(status).toBe(201);
  await client.get(`${SOURCES}/${body.data.id}?wait=30`);
  return { id: body.data.id, text };
}

const download = (client: Client, id: string) => client.get(`${SOURCES}/${id}/file`);

/** A request without an answer that a client could take for the file. */
const failureOf = (client: Client, id: string): Promise<number | 'broken off'> =>
  download(client, id).then(
    ({ status }) => status,
    () => 'broken off',
  );

describe.skipIf(!HAS_BUCKETS)(`original files in a bucket${BUCKETS_NOTE}`, () => {
  const dataDir = newDataDir();
  const scratch = mkdtempSync(join(tmpdir(), 'footnote-scratch-'));
  let bucket: Bucket;
  let service: TestService;
  let live: Client;
  const start = (settings: Record<string, string> = {}) =>
    startTestService({ ...bucket.settings, DATA_DIR: dataDir, ...QUICK, ...settings });
  /** Starts the service again, with other settings. */
  const startAgain = async (settings: Record<string, string> = {}): Promise<void> => {
    service = await start(settings);
    live = createClient(service.service.baseUrls.live, live.key);
  };
  const restart = async (settings: Record<string, string> = {}): Promise<void> => {
    await service.stop();
    await startAgain(settings);
  };
  const command = (args: string[], env: Record<string, string> = {}) =>
    runCommand(args, { env: { ...storageSettings(dataDir), ...bucket.settings, ...env } });

  beforeAll(async () => {
    bucket = await startBucket();
    service = await start();
    ({ live } = service);
  });
  afterAll(async () => {
    await service.stop();
    await bucket.stop();
    await removeDataDir(dataDir);
    rmSync(scratch, { recursive: true, force: true });
  });

  const untilStored = (count: number) => expect.poll(() => bucket.keys()).toHaveLength(count);
  /** Waits until the file is in the bucket only, and returns the key of its object, the only one. */
  const untilMoved = async (): Promise<string> => {
    await untilStored(1);
    const doctor = async () => JSON.parse((await command(['doctor', '--json'])).stdout.toString());
    await expect
      .poll(
        async () => (await doctor()).checks.find(({ name }: { name: string }) => name === 'live files').about,
      )
      .toMatch(/^1 in s3:/);
    const [key = ''] = await bucket.keys();
    return key;
  };
  const deleteAll = async (): Promise<void> => {
    for (const { id } of (await live.get(SOURCES)).body.data) await live.delete(`${SOURCES}/${id}`);
    await untilStored(0);
  };
  afterEach(deleteAll);

  it('has large files, byte for byte, under a key that names no client', async () => {
    const large = await add(live, 'Ledger', 2_500_000);
    const small = await add(live, 'Note', 5_000);
    const key = await untilMoved();
    expect(key).toMatch(/^of\/footnote\/live\/ws_\w+\/file\/[0-9a-f]{32}$/);
    expect((await bucket.read(key))?.toString()).toBe(large.text);
    for (const { id, text } of [large, small]) expect((await download(live, id)).body).toBe(text);
  });

  it('has the file of the newest version, and is read from again by a reindex', async () => {
    const { id } = await add(live, 'Chart', 100_000);
    const first = await untilMoved();
    const text = textOf('New chart', 120_000);
    expect((await live.call('PATCH', `${SOURCES}/${id}`, formOf('Chart', text))).status).toBe(200);
    await expect.poll(() => bucket.keys()).not.toContain(first);
    await untilMoved();
    expect((await live.post(`${SOURCES}/${id}/reindex`)).status).toBe(200);
    const { body } = await live.get(`${SOURCES}/${id}?wait=30`);
    expect(body.data).toMatchObject({ status: 'indexed' });
    expect((await download(live, id)).body).toBe(text);
  });

  it('tells that an object is missing, and the source that is read from it', async () => {
    const { id } = await add(live, 'Lost', 100_000);
    const key = await untilMoved();
    await bucket.delete(key);
    const { status, body } = await download(live, id);
    expect([status, body.error.message]).toEqual([500, expect.stringContaining('missing or damaged')]);
    expect(service.logs.join('')).toContain(`The object ${key} in s3://files/of/footnote is missing.`);
    expect((await live.post(`${SOURCES}/${id}/reindex`)).status).toBe(200);
    const source = (await live.get(`${SOURCES}/${id}?wait=30`)).body.data;
    expect(source).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('missing or damaged in the file store') },
    });
  });

  it.each([
    ['small', 100_000, 500],
    ['large', 6_000_000, 'broken off'],
  ] as const)('does not pass off a changed object as the file (%s)', async (_, bytes, failure) => {
    const { id, text } = await add(live, 'Changed', bytes);
    const key = await untilMoved();
    await bucket.write(key, Buffer.from(text.replace(/four(?=[^f]*$)/, 'five')));
    expect(await failureOf(live, id)).toBe(failure);
    await expect
      .poll(() => service.logs.join(''))
      .toContain(`The object ${key} in s3://files/of/footnote differs`);
    await bucket.write(key, Buffer.from(`${text} And more.`));
    expect(await failureOf(live, id)).toBe(failure);
  });

  it('is in a backup, and a restore needs no bucket, but a new prefix', async () => {
    const { id, text } = await add(live, 'Log book', 2_500_000);
    await untilMoved();
    const file = join(scratch, 'backup.zst');
    expect(await command(['backup', file, '--quiet'])).toMatchObject({ status: 0 });
    const target = newDataDir();
    const inUse = await command(['restore', file], storageSettings(target));
    expect([inUse.status, inUse.stderr]).toEqual([
      1,
      expect.stringContaining('has files of another installation'),
    ]);
    const restored = await runCommand(['restore', file], { env: storageSettings(target) });
    expect(restored).toMatchObject({ status: 0 });
    const { service: copy, stop } = await startTestService({ DATA_DIR: target });
    expect((await download(createClient(copy.baseUrls.live, live.key), id)).body).toBe(text);
    await stop();
    await removeDataDir(target);
  });

  it('is checked by the doctor', async () => {
    const doctor = async (env: Record<string, string> = {}) =>
      (await command(['doctor'], env)).stdout.toString();
    expect(await doctor()).toContain('bucket: s3://files/of/footnote stores, reads and deletes');
    expect(await bucket.keys()).toEqual([]);
    expect(await doctor({ BLOB_STORE: 's3://none' })).toContain('there is no bucket none');
    const wrong = await doctor({ AWS_SECRET_ACCESS_KEY: 'wrong' });
    expect(wrong).toContain('refuses AWS_ACCESS_KEY_ID');
    expect(wrong).not.toContain('herring');
  });

  it.each([
    ['there is no bucket none at 127', { BLOB_STORE: 's3://none' }],
    ['(S3 answered 403 SignatureDoesNotMatch)', { AWS_SECRET_ACCESS_KEY: 'wrong' }],
    ['(S3 answered 403 InvalidAccessKeyId)', { AWS_ACCESS_KEY_ID: 'wrong' }],
  ])('refuses to start with settings that the bucket refuses: %s', async (sentence, settings) => {
    const folder = newDataDir();
    const { status, stderr } = await command(['serve'], {
      ...storageSettings(folder),
      ...settings,
      PORT: '0',
      SANDBOX_PORT: '0',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`BLOB_STORE: `)]);
    expect(stderr).toContain(sentence);
    expect(stderr.trim()).not.toContain('\n');
    await removeDataDir(folder);
  });

  it('only downloads wait while it is silent, and jobs that read its files', {
    timeout: 120_000,
  }, async () => {
    const { id, text } = await add(live, 'Tide table', 100_000);
    await untilMoved();
    bucket.freeze();
    try {
      const startedAt = performance.now();
      const { status, headers, body } = await download(live, id);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
      expect(body.error.message).toContain('file store');
      expect((await live.post(`${SOURCES}/${id}/reindex`)).status).toBe(200);
      const found = await live.post('/v1/query', { query: 'Tide table', limit: 1 });
      expect(found.body.data.results).toMatchObject([{ source_id: id }]);
      const next = await add(live, 'Almanac', 100_000);
      expect((await download(live, next.id)).body).toBe(next.text);
      expect((await live.get('/readyz')).status).toBe(200);
      expect((await live.delete(`${SOURCES}/${next.id}`)).status).toBe(204);
      expect((await live.get(`${SOURCES}/${id}`)).body.data.status).toBe('processing');
    } finally {
      bucket.thaw();
    }
    await expect
      .poll(async () => (await live.get(`${SOURCES}/${id}`)).body.data.status, { timeout: 90_000 })
      .toBe('indexed');
    expect((await download(live, id)).body).toBe(text);
  });

  it('answers 503 for a bucket that fails or redirects, which is not followed', async () => {
    const { id, text } = await add(live, 'Logarithms', 100_000);
    await untilMoved();
    let strangers = 0;
    const stranger = createServer((_, response) => {
      strangers += 1;
      response.end('Somewhere else.');
    }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    const proxy = await startBucketProxy(bucket.port);
    await restart({ AWS_ENDPOINT_URL_S3: proxy.url });
    proxy.fault = () => ({ kind: 'status', status: 500 });
    expect((await download(live, id)).status).toBe(503);
    expect((await live.post(`${SOURCES}/${id}/reindex`)).status).toBe(200);
    // More often than a job may fail.
    const waits = () =>
      service.logs.filter((line) => line.includes('ingest-source waits for the file store'));
    await expect.poll(waits).toHaveLength(Number(QUICK.JOB_ATTEMPTS) + 1);
    proxy.fault = () => ({
      kind: 'status',
      status: 307,
      headers: { location: `http://127.0.0.1:${port}/` },
    });
    expect((await download(live, id)).status).toBe(503);
    expect(strangers).toBe(0);
    proxy.fault = () => undefined;
    expect((await download(live, id)).body).toBe(text);
    await expect.poll(async () => (await live.get(`${SOURCES}/${id}`)).body.data.status).toBe('indexed');
    await restart();
    await proxy.stop();
    stranger.close();
  });

  it('moves with the installation to another folder or schema', async () => {
    const moved = await add(live, 'Anchor', 200_000);
    const deleted = await add(live, 'Buoy', 200_000);
    await untilStored(2);
    // A copy must delete what was deleted before it and still is there.
    await restart({ BLOB_KEPT_SECONDS: '3600' });
    expect((await live.delete(`${SOURCES}/${deleted.id}`)).status).toBe(204);
    await service.stop();
    const target = newDataDir();
    const placeOf = (folder: string): string[] => {
      const { DATABASE_URL, DATABASE_SCHEMA = '' } = storageSettings(folder);
      return DATABASE_URL === undefined ? [folder] : [DATABASE_URL, DATABASE_SCHEMA];
    };
    // Schemas of one database have one name for both sides, so PostgreSQL moves to a folder here.
    const [from = '', schema] = placeOf(dataDir);
    const migrated = await command([
      'migrate',
      ...['--from', from, '--to', target, '--quiet'],
      ...(schema ? ['--schema', schema] : []),
    ]);
    expect(migrated).toMatchObject({ status: 0 });
    const copy = await startServerProcess({
      key: live.key,
      dataDir: target,
      env: { ...bucket.settings, ...QUICK, DATA_DIR: target, DATABASE_URL: '' },
    });
    expect((await copy.call('GET', `${SOURCES}/${moved.id}`)).status).toBe(200);
    expect((await download(createClient(copy.baseUrl, live.key), moved.id)).body).toBe(moved.text);
    await untilStored(1);
    await copy.call('DELETE', `${SOURCES}/${moved.id}`);
    await untilStored(0);
    await copy.stop();
    await startAgain();
    rmSync(target, { recursive: true, force: true });
  });

  it('gives its files back to the database', async () => {
    const { id, text } = await add(live, 'Sextant', 1_500_000);
    await untilMoved();
    await restart({ BLOB_STORE: '' });
    expect((await download(live, id)).status).toBe(503);
    expect(service.logs.join('')).toContain('Original files are in a bucket');
    await restart({ BLOB_STORE: `${bucket.settings.BLOB_STORE}?move=back` });
    await untilStored(0);
    await restart({ BLOB_STORE: '' });
    expect((await download(live, id)).body).toBe(text);
    expect(service.logs.join('')).not.toContain('Original files are in a bucket');
    await restart();
    await untilMoved();
  });

  it.runIf(TEST_ENGINE === 'postgres')('is shared by nodes', async () => {
    const folder = newDataDir();
    const second = await start({ DATA_DIR: folder, ...withoutFolder(storageSettings(dataDir)) });
    const clients = [live, createClient(second.service.baseUrls.live, live.key)];
    const files = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add(clients[index % 2] ?? live, `Knot ${index}`, 90_000)),
    );
    await untilStored(files.length);
    for (const client of clients)
      for (const { id, text } of files) expect((await download(client, id)).body).toBe(text);
    await second.stop();
    await removeDataDir(folder);
  });

  it('loses nothing and keeps nothing when the process is killed between object and row', async () => {
    const proxy = await startBucketProxy(bucket.port);
    const folder = newDataDir();
    const env = {
      ...bucket.settings,
      ...QUICK,
      AWS_ENDPOINT_URL_S3: proxy.url,
      BLOB_COMMIT_SECONDS: '5',
    };
    const first = await startServerProcess({ dataDir: folder, env });
    proxy.fault = (method) =>
      method === 'PUT' ? { kind: 'after', effect: () => first.signal('SIGKILL') } : undefined;
    const text = textOf('Kraken', 100_000);
    const added = await createClient(first.baseUrl, first.key).post(
      SOURCES,
      formOf('Kraken', text, 'document'),
    );
    expect(added.status).toBe(201);
    await expect.poll(first.hasEnded).toBe(true);
    const [orphan = ''] = await bucket.keys();
    proxy.fault = () => undefined;
    const { key } = first;
    const second = await startServerProcess({ dataDir: folder, env, key });
    const client = createClient(second.baseUrl, key);
    await expect
      .poll(async () => (await bucket.keys()).length > 0 && !(await bucket.keys()).includes(orphan))
      .toBe(true);
    await untilStored(1);
    expect((await download(client, added.body.data.id)).body).toBe(text);
    await client.delete(`${SOURCES}/${added.body.data.id}`);
    await untilStored(0);
    await second.stop();
    await removeDataDir(folder);
    await proxy.stop();
  });

  it('may be out of reach at the start', async () => {
    await restart({ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${await freePort()}` });
    expect(service.logs.join('')).toContain('could not be reached: no connection could be made.');
    const { id, text } = await add(live, 'Fog horn', 100_000);
    expect((await download(live, id)).body).toBe(text);
  });
});

const withoutFolder = ({ DATA_DIR: _, ...others }: ReturnType<typeof storageSettings>) => others;
