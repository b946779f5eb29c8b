import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '#connectors/connector.ts';
import { BUCKETS_NOTE, type Bucket, HAS_BUCKETS, startBucket } from '../../../tests/helpers/bucket.ts';
import {
  bytesOf,
  faultOf,
  listAll,
  openConnection,
  openFetcher,
  serveForTest,
  textOf,
} from '../../../tests/helpers/connectors.ts';
import { s3 } from './s3.ts';

const KEY = { access_key_id: 'harbour', secret_access_key: 'herring-and-chips' };

describe.skipIf(!HAS_BUCKETS)(`a bucket${BUCKETS_NOTE}`, () => {
  let bucket: Bucket;
  const write = (key: string, text: string): Promise<void> => bucket.write(key, Buffer.from(text));
  const open = (
    settings: Record<string, unknown> = {},
    credentials: typeof KEY | undefined = KEY,
  ): Promise<Connection> =>
    openConnection(s3, openFetcher(`127.0.0.1:${bucket.port}`), {
      settings: { endpoint: `http://127.0.0.1:${bucket.port}`, bucket: 'files', ...settings },
      credentials,
    });

  beforeAll(async () => {
    bucket = await startBucket();
    await write('handbook/lamp oil.txt', 'The lamp burns four litres a night.');
    await write('handbook/ä & ö+.md', '# Umlauts');
    await write('wages.pdf', 'none');
  });
  afterAll(() => bucket.stop());

  it('lists its objects with size and time, and reads each', async () => {
    const connection = await open();
    const { covers, found } = await listAll(connection);
    expect(covers).toBe('everything');
    expect(found.map(({ id }) => id).toSorted()).toEqual([
      'handbook/lamp oil.txt',
      'handbook/ä & ö+.md',
      'wages.pdf',
    ]);
    const lamp = found.find(({ name }) => name === 'lamp oil.txt');
    expect(lamp).toMatchObject({
      fileName: 'lamp oil.txt',
      sizeBytes: 35,
      metadata: { path: 'handbook/lamp oil.txt', changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    });
    expect(await textOf(connection, lamp)).toBe('The lamp burns four litres a night.');
    expect(
      await textOf(
        connection,
        found.find(({ name }) => name === 'ä & ö+.md'),
      ),
    ).toBe('# Umlauts');
  });

  it('lists what prefix and patterns leave', async () => {
    const { found } = await listAll(await open({ prefix: 'handbook/', exclude: ['**/*.md'] }));
    expect(found.map(({ id }) => id)).toEqual(['handbook/lamp oil.txt']);
  });

  it('keeps the version of an object until it changes', async () => {
    const versions = async () =>
      new Map((await listAll(await open())).found.map(({ id, version }) => [id, version]));
    const before = await versions();
    await write('wages.pdf', 'ninety crowns');
    const after = await versions();
    expect(after.get('wages.pdf')).not.toBe(before.get('wages.pdf'));
    expect(after.get('handbook/lamp oil.txt')).toBe(before.get('handbook/lamp oil.txt'));
  });

  it('lists thousands of objects page by page, and goes on from a page', async () => {
    for (let at = 0; at < 2_300; at += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, more) => write(`many/${at + more}.txt`, String(at + more))),
      );
    const connection = await open({ prefix: 'many/' });
    const listing = await connection.list({ cursor: undefined, resume: undefined });
    const resumes: (string | undefined)[] = [];
    let count = 0;
    for await (const { changes, resume } of listing.pages) {
      count += changes.length;
      resumes.push(resume);
    }
    expect(count).toBe(2_300);
    expect(resumes).toHaveLength(3);
    const rest = await connection.list({ cursor: undefined, resume: resumes[1] });
    let left = 0;
    for await (const { changes } of rest.pages) left += changes.length;
    expect(left).toBe(300);
  });

  it('says that an object is gone since it was listed', async () => {
    await write('gone.txt', 'soon');
    const connection = await open();
    const gone = (await listAll(connection)).found.find(({ id }) => id === 'gone.txt');
    await bucket.delete('gone.txt');
    expect(gone && (await bytesOf(connection, gone))).toBeUndefined();
  });

  it('says what is wrong with credentials and settings', async () => {
    const list = async (settings: Record<string, unknown>, key?: typeof KEY) =>
      await faultOf(async () => listAll(await open(settings, key)));
    expect(await list({}, { ...KEY, secret_access_key: 'wrong' })).toMatchObject({ code: 'credentials' });
    expect(await list({}, { ...KEY, access_key_id: 'nobody' })).toMatchObject({ code: 'credentials' });
    expect(await list({ bucket: 'no-such-bucket' }, KEY)).toMatchObject({ code: 'settings' });
  });
});

describe('a bucket whose server is hostile', () => {
  async function connectTo(listener: RequestListener): Promise<Connection> {
    const endpoint = await serveForTest(listener);
    return openConnection(s3, openFetcher(new URL(endpoint).host), {
      settings: { endpoint, bucket: 'documents' },
    });
  }
  const page = (contents: string, next = '') =>
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${contents}</ListBucketResult>`;
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><ETag>"a"</ETag><Size>5</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`;

  it('is found out when it lists the same page again and again', async () => {
    const connection = await connectTo((_, response) => response.end(page(object('a.txt'), 'again')));
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'untrusted' });
  });

  it.each([
    ['declares entities', '<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult>&b;</ListBucketResult>'],
    ['sends no XML', '{"objects": []}'],
    ['nests without an end', '<a>'.repeat(100_000)],
  ])('is found out when it %s', async (_, body) => {
    const connection = await connectTo((_request, response) => response.end(body));
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'untrusted' });
  });

  it('is not followed to another address', async () => {
    const connection = await connectTo((_, response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'settings' });
  });

  it('sends no more than the limit, whatever size it claims', async () => {
    const connection = await connectTo((request, response) => {
      if (request.url?.includes('list-type')) response.end(page(object('a.txt')));
      else {
        const more = () => response.write(Buffer.alloc(1024 * 1024)) && setImmediate(more);
        response.on('drain', more);
        more();
      }
    });
    const [document] = (await listAll(connection)).found;
    expect(await faultOf(async () => document && (await bytesOf(connection, document)))).toMatchObject({
      code: 'untrusted',
    });
  });

  it('may refuse one object, which is no fault of the bucket', async () => {
    const connection = await connectTo((request, response) =>
      request.url?.includes('list-type')
        ? response.end(page(object('a.txt')))
        : response.writeHead(403).end('<Error><Code>InvalidObjectState</Code></Error>'),
    );
    const [document] = (await listAll(connection)).found;
    expect(await faultOf(async () => document && (await bytesOf(connection, document)))).toMatchObject({
      code: 'untrusted',
      message: 'The service refuses this object: it answered 403 InvalidObjectState.',
    });
  });

  it('leaves out keys that a URL cannot name, and archived objects', async () => {
    const archived = object('old.txt').replace('<Size>', '<StorageClass>GLACIER</StorageClass><Size>');
    const connection = await connectTo((_, response) =>
      response.end(
        page(`${object('a/../../b.txt')}${object('folder/')}${object('/c')}${archived}${object('d.txt')}`),
      ),
    );
    expect((await listAll(connection)).found.map(({ id }) => id)).toEqual(['d.txt']);
  });

  it('is not asked at an address that is not public', async () => {
    const connection = await openConnection(s3, openFetcher(''), {
      settings: { endpoint: 'http://127.0.0.1:9', bucket: 'documents' },
    });
    expect(await faultOf(() => listAll(connection))).toMatchObject({ code: 'untrusted' });
  });

  it('is asked again later when it says so', async () => {
    const connection = await connectTo((_, response) =>
      response.writeHead(503, { 'retry-after': '7' }).end('<Error><Code>SlowDown</Code></Error>'),
    );
    expect(await faultOf(() => listAll(connection))).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 7_000,
    });
  });
});
