import { describe, expect, it } from 'vitest';
import { inspectConfig, readConfig } from './config.ts';
import { storageAddress } from './storage.ts';

describe('BLOB_STORE', () => {
  const KEYS = { AWS_ACCESS_KEY_ID: 'harbour', AWS_SECRET_ACCESS_KEY: 'canary' };
  const place = (env: Record<string, string>) => storageAddress(readConfig({ ...KEYS, ...env })).blobPlace;

  it('names a bucket of Amazon, or of another service', () => {
    expect(place({ BLOB_STORE: 's3://files/of/footnote/', AWS_REGION: 'eu-central-1' })).toMatchObject({
      bucket: {
        bucket: 'files',
        isPathStyle: false,
        endpoint: new URL('https://s3.eu-central-1.amazonaws.com'),
      },
      prefix: 'of/footnote',
      takesFiles: true,
    });
    const AWS_ENDPOINT_URL_S3 = 'http://10.0.0.7:9000';
    expect(place({ BLOB_STORE: 's3://files?move=back', AWS_ENDPOINT_URL_S3 })).toMatchObject({
      bucket: { bucket: 'files', isPathStyle: true, endpoint: new URL(AWS_ENDPOINT_URL_S3) },
      prefix: '',
      takesFiles: false,
    });
    expect(place({})).toBeUndefined();
  });

  it.each(['s3://', 's3://a', 'https://files', 's3://files?move=on', 's3://files/ä', 's3://me:canary@files'])(
    'refuses %s without showing a password',
    (BLOB_STORE) => {
      expect(() => place({ BLOB_STORE })).toThrow('BLOB_STORE: must be s3://bucket');
      expect(() => place({ BLOB_STORE })).not.toThrow('canary');
    },
  );

  it('needs credentials, and never shows their secret', () => {
    expect(() => readConfig({ BLOB_STORE: 's3://files' })).toThrow(
      'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
    expect(JSON.stringify(inspectConfig({ BLOB_STORE: 's3://files', ...KEYS }))).not.toContain('canary');
  });
});
