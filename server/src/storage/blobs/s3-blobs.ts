import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { patienceMs } from '#lib/async/patience.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { FetchError } from '#net/fetch-error.ts';
import { deleteObject, getObject, listObjects, putObject, S3Error, type S3Place } from '#net/s3-client.ts';
import { BlobError } from '#storage/blob-error.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { BlobAddress, BlobStore, Bytes } from './blob-store.ts';

/** The bucket of BLOB_STORE. prefix: without slashes at its ends, or empty. takesFiles: see BlobStore. */
export type BlobPlace = { bucket: S3Place; prefix: string; takesFiles: boolean };

const CONNECT_TIMEOUT_MS = 5_000;
/** How long the service may send nothing in the middle of an answer. */
const SILENCE_MS = 9_000;
/** Pauses before the second attempt and the third. */
const PAUSES_MS = [200, 1_000];
/** A slower upload fails. */
const LEAST_BYTES_PER_MS = 1_000;
/** What is read as a whole before the first part of it is returned. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/** Bytes in a bucket of a service that speaks the protocol of Amazon S3. The operator chose the endpoint, so it may have
 *  a private address. Redirects are not followed. */
export function openS3Blobs({ bucket, prefix, takesFiles }: BlobPlace): BlobStore {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    bodyTimeout: SILENCE_MS,
    allowH2: false,
  });
  const start = prefix === '' ? [] : [prefix];
  const name = `s3://${[bucket.bucket, ...start].join('/')}`;
  const retried = <T>(work: (use: Use) => Promise<T>, moreMs = 0): Promise<T> =>
    retry({ agent, name, host: bucket.endpoint.host }, work, patienceMs() + moreMs);
  const pageOf = (keyPrefix: string, token: string | undefined) =>
    retried((use) => listObjects(use, bucket, { prefix: keyPrefix, token }));
  return {
    name,
    takesFiles,
    newKey: (owner) => [...start, ...owner, randomBytes(16).toString('hex')].join('/'),

    put: async (key, read) => {
      const blob = { key, ...(await sumOf(read())) };
      const moreMs = blob.sizeBytes / LEAST_BYTES_PER_MS;
      await retried((use) => putObject(use, bucket, key, { ...blob, bytes: read() }), moreMs);
      return blob;
    },

    get: (blob, waitMs = Number.POSITIVE_INFINITY) =>
      retried(async (use) => {
        const object = await getObject(use, bucket, blob.key);
        if (!object) throw new BlobError(blob, name, 'is missing');
        return await begun(checked(name, blob, { bytes: object.read(blob.sizeBytes), waitMs }));
      }),

    getRange: (blob, range) =>
      retried(async (use) => {
        const object = await getObject(use, bucket, blob.key, range);
        if (!object) throw new BlobError(blob, name, 'is missing');
        const from = object.isRange ? range.from : 0;
        return await begun(cutOut(name, object.read(blob.sizeBytes), { ...range, at: from }));
      }),

    delete: (key) => retried((use) => deleteObject(use, bucket, key)),

    list: async function* (owner) {
      const keyPrefix = [...start, ...owner, ''].join('/');
      let token: string | undefined;
      do {
        const { objects, next } = await pageOf(keyPrefix, token);
        yield objects;
        token = next;
      } while (token !== undefined);
    },

    check: async () => {
      try {
        await pageOf([...start, ''].join('/'), undefined);
      } catch (error) {
        const cause = error instanceof StorageUnavailableError ? error.cause : error;
        if (!(cause instanceof S3Error) || isPassing(cause)) throw error;
        throw new OperatorError(refusalOf(cause, bucket), { exitCode: 2, cause });
      }
    },
  };
}

type Use = Parameters<typeof getObject>[0];

/** A sentence about settings that a service refuses. */
function refusalOf({ message, status, code, region }: S3Error, { bucket, endpoint }: S3Place): string {
  const where = `the bucket ${bucket} at ${endpoint.host}`;
  if (code === 'NoSuchBucket')
    return `BLOB_STORE: there is no ${where.slice(4)} (${message}). Create it first.`;
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return `BLOB_STORE: ${where} is elsewhere (${message}). Set AWS_REGION to its region${region ? `, ${region}` : ''}, or correct AWS_ENDPOINT_URL_S3.`;
  if (status === 401 || status === 403)
    return `BLOB_STORE: ${where} refuses AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY (${message}). Correct them, or let this key list, read, write and delete.`;
  return `BLOB_STORE: ${where} cannot be listed (${message}). Check AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID and the name of the bucket.`;
}

async function sumOf(bytes: Bytes): Promise<Omit<BlobAddress, 'key'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const part of bytes) {
    hash.update(part);
    sizeBytes += part.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Holds the last part back until the sum is known, so that a download of damaged bytes never looks complete; of a small
 *  object all parts. */
async function* checked(
  store: string,
  blob: BlobAddress,
  { bytes, waitMs }: { bytes: AsyncIterable<Uint8Array>; waitMs: number },
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  const heldParts = blob.sizeBytes <= WHOLE_BYTES ? Number.POSITIVE_INFINITY : 1;
  let held: Uint8Array[] = [];
  let at = 0;
  const startedAt = performance.now();
  try {
    for await (const part of bytes) {
      if (performance.now() - startedAt > waitMs)
        throw new FetchError(
          'timeout',
          `It sent ${at} of ${blob.sizeBytes} bytes in ${Math.round(waitMs / 1_000)} seconds.`,
        );
      if (held.length >= heldParts) {
        yield* held;
        held = [];
      }
      at += part.length;
      hash.update(part);
      held.push(part);
    }
  } catch (error) {
    if (error instanceof FetchError && error.code === 'too_large')
      throw new BlobError(blob, store, 'is longer than what was stored');
    throw unavailable(store, error);
  }
  if (at !== blob.sizeBytes || hash.digest('hex') !== blob.sha256)
    throw new BlobError(blob, store, 'differs from what was stored');
  yield* held;
}

/** at: the offset of the first byte. */
async function* cutOut(
  store: string,
  bytes: AsyncIterable<Uint8Array>,
  { at, from, to }: { at: number; from: number; to: number },
): AsyncGenerator<Uint8Array, void> {
  let offset = at;
  try {
    for await (const part of bytes) {
      const wanted = part.subarray(Math.max(0, from - offset), Math.max(0, to - offset));
      if (wanted.length > 0) yield wanted;
      offset += part.length;
      if (offset >= to) return;
    }
  } catch (error) {
    throw unavailable(store, error);
  }
  throw unavailable(store, new FetchError('bad_response', `It sent ${offset - at} bytes of ${to - at}.`));
}

/** Reads the first part now: what fails at once fails before an answer has begun. And a generator that has begun lets go of
 *  its connection when it is ended. */
async function begun(parts: AsyncGenerator<Uint8Array, void>): Promise<AsyncGenerator<Uint8Array, void>> {
  let first: IteratorResult<Uint8Array, void> | undefined = await parts.next();
  const all: AsyncGenerator<Uint8Array, void> = {
    next: async () => {
      const result = first ?? (await parts.next());
      first = undefined;
      return result;
    },
    return: (value) => parts.return(value),
    throw: (error) => parts.throw(error),
    [Symbol.asyncIterator]: () => all,
    [Symbol.asyncDispose]: async () => void (await parts.return()),
  };
  return all;
}

/** Repeats work that a failing service or network has broken, for at most so long. */
async function retry<T>(
  { agent, name, host }: { agent: Agent; name: string; host: string },
  work: (use: Use) => Promise<T>,
  limitMs: number,
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  for (let failures = 0; ; failures += 1) {
    const timeoutMs = Math.max(1, endsAt - performance.now());
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      return await work({ agent, signal: abort.signal, timeoutMs });
    } catch (error) {
      const cause = abort.signal.aborted
        ? new FetchError('timeout', `${host} did not answer within ${Math.round(limitMs / 1_000)} seconds.`, {
            cause: error,
          })
        : error;
      // Lets go of the connection.
      abort.abort();
      const pauseMs = PAUSES_MS[failures];
      if (pauseMs === undefined || !isPassing(cause) || performance.now() + pauseMs > endsAt)
        throw unavailable(name, cause);
      await sleep(pauseMs);
    } finally {
      clearTimeout(timer);
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof FetchError ||
  (error instanceof StorageUnavailableError && isPassing(error.cause)) ||
  (error instanceof S3Error && (error.status >= 500 || error.status === 429 || error.status === 408));

/** Errors of other origins, such as the bytes to be put, stay what they are. */
const unavailable = (store: string, cause: unknown): unknown =>
  cause instanceof S3Error || cause instanceof FetchError
    ? new StorageUnavailableError({
        cause,
        what: 'file store',
        message: `The bucket of BLOB_STORE (${store}) cannot be used at the moment: ${cause.message}`,
      })
    : cause;
