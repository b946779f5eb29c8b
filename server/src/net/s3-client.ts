import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { FetchError } from './fetch-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';
import { readXmlAnswer } from './read-xml-answer.ts';
import { type GuardedRequest, type GuardedResponse, requestGuarded } from './request-guarded.ts';

/** A bucket of a service that speaks the protocol of Amazon S3. */
export type S3Place = {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: URL;
  region: string;
  bucket: string;
  /** Whether the bucket is named in the path, rather than in the host. */
  isPathStyle: boolean;
  /** Undefined for a public bucket. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined } | undefined;
};

export type S3Object = {
  key: string;
  etag: string;
  sizeBytes: number;
  /** ISO 8601. */
  changedAt: string;
  storageClass: string;
};

/** The service refused a request. code: of its answer, such as `NoSuchBucket`; empty without one. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  /** In seconds, if it says so. */
  readonly retryAfter: number | undefined;
  /** Where the bucket is, if it says so. */
  readonly region: string | undefined;

  constructor({ status, headers }: GuardedResponse, code: string) {
    super(`S3 answered ${status} ${code}`.trimEnd());
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
    this.region = headers['x-amz-bucket-region'];
    const seconds = Number(headers['retry-after']);
    this.retryAfter = Number.isFinite(seconds) && headers['retry-after'] ? seconds : undefined;
  }
}

const TIMEOUT_MS = 30_000;
/** A page has at most 1,000 keys of at most 1,024 bytes. */
const PAGE_BYTES = 8 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;

type Use = {
  agent: GuardedAgent;
  signal: AbortSignal;
  /** Until the headers of the answer arrive. */
  timeoutMs?: number;
};

/** One page of the keys that begin with `prefix`, in their order, and the token of the next page. Throws S3Error and
 *  FetchError. */
export async function listObjects(
  use: Use,
  place: S3Place,
  { prefix, token }: { prefix: string; token: string | undefined },
): Promise<{ objects: S3Object[]; next: string | undefined }> {
  const url = addressOf(place);
  url.searchParams.set('list-type', '2');
  url.searchParams.set('max-keys', '1000');
  if (prefix !== '') url.searchParams.set('prefix', prefix);
  if (token !== undefined) url.searchParams.set('continuation-token', token);
  const response = await send(use, place, url);
  const objects: S3Object[] = [];
  let object = newObject();
  let isInside = false;
  let isTruncated = false;
  let next: string | undefined;
  await readXmlAnswer(response.read(PAGE_BYTES), url.host, {
    open: (name) => {
      if (name !== 'Contents') return;
      object = newObject();
      isInside = true;
    },
    close: (name, text) => {
      if (name === 'Contents') {
        objects.push(object);
        isInside = false;
      } else if (isInside) fill(object, name, text);
      else if (name === 'IsTruncated') isTruncated = text.trim() === 'true';
      else if (name === 'NextContinuationToken') next = text.trim();
    },
  });
  if (isTruncated && !next)
    throw new FetchError('bad_response', `${url.host} sent a list that goes on without saying where.`);
  return { objects, next: isTruncated ? next : undefined };
}

/** The content of an object, or a range of it: up to before `to`. isRange: false if it sends all. Undefined if there is none. Throws S3Error and FetchError. */
export async function getObject(
  use: Use,
  place: S3Place,
  key: string,
  range?: { from: number; to: number },
): Promise<{ mimeType: string | undefined; isRange: boolean; read: GuardedResponse['read'] } | undefined> {
  try {
    const headers = range && { range: `bytes=${range.from}-${range.to - 1}` };
    const response = await send(use, place, addressOf(place, key), { ...(headers && { headers }) });
    return {
      mimeType: response.headers['content-type'],
      isRange: response.status === 206,
      read: response.read,
    };
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

/** Stores an object, replacing one of the same key. The service refuses bytes of another SHA-256. Throws S3Error and
 *  FetchError. */
export async function putObject(
  use: Use,
  place: S3Place,
  key: string,
  {
    sizeBytes,
    sha256,
    bytes,
  }: { sizeBytes: number; sha256: string; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> },
): Promise<void> {
  const response = await send(use, place, addressOf(place, key), {
    method: 'PUT',
    headers: {
      'content-length': String(sizeBytes),
      // Some services verify only one of the two.
      'x-amz-content-sha256': sha256,
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    },
    body: Readable.from(bytes, { objectMode: false }),
  });
  response.close();
}

/** Deletes an object, if there is one. Throws S3Error and FetchError. */
export async function deleteObject(use: Use, place: S3Place, key: string): Promise<void> {
  try {
    const response = await send(use, place, addressOf(place, key), { method: 'DELETE' });
    response.close();
  } catch (error) {
    if (!(error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket')) throw error;
  }
}

/** True for a key that a URL can name: others, such as `a/../b`, would name another one. */
export const isReachable = (key: string): boolean =>
  !key.split('/').some((part) => part === '.' || part === '..') && !key.startsWith('/');

function addressOf({ endpoint, bucket, isPathStyle }: S3Place, key = ''): URL {
  const url = new URL(endpoint);
  const base = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = isPathStyle ? `${base}${bucket}/${path}` : `${base}${path}`;
  return url;
}

async function send(
  { agent, signal, timeoutMs = TIMEOUT_MS }: Use,
  { region, credentials }: S3Place,
  url: URL,
  {
    method = 'GET',
    headers: given = {},
    body,
  }: Partial<Pick<GuardedRequest, 'method' | 'headers' | 'body'>> = {},
): Promise<GuardedResponse> {
  const signed =
    credentials &&
    (await new AwsV4Signer({
      url: url.href,
      method,
      headers: given,
      service: 's3',
      region,
      ...withoutUndefined(credentials),
    }).sign());
  const headers = { ...given, ...Object.fromEntries(signed?.headers ?? []) };
  const response = await requestGuarded(agent, url, {
    method,
    headers,
    body,
    timeoutMs,
    signal,
  });
  if (response.status >= 200 && response.status < 300) return response;
  throw new S3Error(response, await codeOf(response, url.host));
}

const withoutUndefined = ({ sessionToken, ...keys }: NonNullable<S3Place['credentials']>) => ({
  ...keys,
  ...(sessionToken !== undefined && { sessionToken }),
});

/** The code in the answer of a refused request. */
async function codeOf(response: GuardedResponse, host: string): Promise<string> {
  let code = '';
  try {
    await readXmlAnswer(response.read(ERROR_BYTES), host, {
      close: (name, text) => {
        if (name === 'Code') code = text.trim();
      },
    });
  } catch {
    // Its status says enough.
  }
  return code;
}

const newObject = (): S3Object => ({
  key: '',
  etag: '',
  sizeBytes: 0,
  changedAt: '',
  storageClass: 'STANDARD',
});

function fill(object: S3Object, name: string, text: string): void {
  if (name === 'Key') object.key = text;
  else if (name === 'ETag') object.etag = text.trim().replaceAll('"', '');
  else if (name === 'Size') object.sizeBytes = Number(text);
  else if (name === 'LastModified') object.changedAt = text.trim();
  else if (name === 'StorageClass') object.storageClass = text.trim();
}
