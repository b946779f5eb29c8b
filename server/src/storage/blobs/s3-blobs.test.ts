import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { BUCKETS_NOTE, type Bucket, HAS_BUCKETS, startBucket } from '../../../tests/helpers/bucket.ts';
import { serveForTest } from '../../../tests/helpers/connectors.ts';
import type { BlobStore } from './blob-store.ts';
import { openS3Blobs } from './s3-blobs.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'harbour', AWS_SECRET_ACCESS_KEY: 'herring-and-chips' };

function blobsAt(settings: Record<string, string>): BlobStore {
  const { blobPlace } = storageAddress(readConfig({ BLOB_STORE: 's3://files/tests', ...KEYS, ...settings }));
  if (!blobPlace) throw new Error('There is no BLOB_STORE.');
  return openS3Blobs(blobPlace);
}

describe.skipIf(!HAS_BUCKETS)(`bytes in a bucket${BUCKETS_NOTE}`, () => {
  let bucket: Bucket;
  let blobs: BlobStore;
  beforeAll(async () => {
    bucket = await startBucket();
    blobs = blobsAt({ ...bucket.settings, BLOB_STORE: 's3://files/tests' });
  });
  afterAll(() => bucket.stop());

  const read = async (...args: Parameters<BlobStore['get']>): Promise<string> =>
    Buffer.concat(await Array.fromAsync(await blobs.get(...args))).toString();

  it('are stored, read and deleted', async () => {
    const key = blobs.newKey(['live', 'ws_1', 'file']);
    const blob = await blobs.put(key, () => [Buffer.from('lamp '), Buffer.from('oil')]);
    expect(blob).toMatchObject({ key, sizeBytes: 8 });
    expect(await read(blob)).toBe('lamp oil');
    await blobs.delete(key);
    await blobs.delete(key);
    await expect(blobs.get(blob)).rejects.toThrow(`The object ${key} in s3://files/tests is missing.`);
  });

  it('are refused by the bucket if they change on their way', async () => {
    const key = blobs.newKey(['live', 'ws_1', 'file']);
    let reads = 0;
    const changing = () => [Buffer.from(reads++ === 0 ? 'lamp oil' : 'lamp oik')];
    await expect(blobs.put(key, changing)).rejects.toThrow(StorageUnavailableError);
    expect(await bucket.keys('tests/live/ws_1/')).toEqual([]);
  });

  it('are listed page by page, each owner for itself', { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 1_010 }, () => blobs.newKey(['live', 'ws_2', 'part']));
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => blobs.put(key, () => [Buffer.from('oil')])));
    await blobs.put(blobs.newKey(['live', 'ws_20', 'part']), () => [Buffer.from('oil')]);
    const pages = await Array.fromAsync(blobs.list(['live', 'ws_2']));
    expect(pages.map((page) => page.length)).toEqual([1_000, 10]);
    expect(pages.flat().map(({ key }) => key)).toEqual(keys.toSorted());
  });
});

describe('a bucket that sends a byte now and then', () => {
  it('keeps nobody waiting who set a limit', async () => {
    const sizeBytes = 5 * 1024 * 1024;
    const endpoint = await serveForTest((_, response) => {
      response.writeHead(200, { 'content-length': sizeBytes }).write('lamp');
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const blob = { key: 'pack', sizeBytes, sha256: '' };
    const parts = await blobsAt({ AWS_ENDPOINT_URL_S3: endpoint }).get(blob, 200);
    await expect(Array.fromAsync(parts)).rejects.toThrow(
      /cannot be used at the moment: It sent \d+ of 5242880 bytes in/,
    );
  });
});

describe('a bucket that refuses its settings', () => {
  it.each([
    [
      301,
      'PermanentRedirect',
      { 'x-amz-bucket-region': 'eu-north-1' },
      /^BLOB_STORE: the bucket files at \S+ is elsewhere \(S3 answered 301 PermanentRedirect\)\. Set AWS_REGION to its region, eu-north-1,/,
    ],
    [
      403,
      'AccessDenied',
      {},
      /refuses AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY \(S3 answered 403 AccessDenied\)/,
    ],
    [
      404,
      'NoSuchBucket',
      {},
      /there is no bucket files at \S+ \(S3 answered 404 NoSuchBucket\)\. Create it first\.$/,
    ],
    [405, '', {}, /cannot be listed \(S3 answered 405\)/],
  ])('says what is wrong after %i %s', async (status, code, headers, sentence) => {
    const endpoint = await serveForTest((_, response) =>
      response.writeHead(status, headers).end(`<Error><Code>${code}</Code></Error>`),
    );
    await expect(blobsAt({ AWS_ENDPOINT_URL_S3: endpoint }).check()).rejects.toThrow(sentence);
  });

  it('may only fail for the moment', async () => {
    const endpoint = await serveForTest((_, response) => response.writeHead(503).end());
    await expect(blobsAt({ AWS_ENDPOINT_URL_S3: endpoint }).check()).rejects.toThrow(
      /^The bucket of BLOB_STORE \(s3:\/\/files\/tests\) cannot be used at the moment: S3 answered 503/,
    );
  });
});
