import { basename } from 'node:path/posix';
import { z } from 'zod';
import type { ChangePage, Connection, ConnectorKind, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { FetchError } from '#net/fetch-error.ts';
import type { GuardedAgent } from '#net/guarded-agent.ts';
import { getObject, isReachable, listObjects, S3Error, type S3Object, type S3Place } from '#net/s3-client.ts';
import { text } from '#records/fields.ts';
import { faultOfFetch, withFaults } from './fetch-fault.ts';
import { asFound } from './pages-of.ts';
import { isWanted, pathPatterns } from './path-patterns.ts';
import { idOf } from './web-tools.ts';

const isEndpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === '';
};

const S3Settings = z
  .strictObject({
    bucket: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as `our-documents`')
      .meta({ description: 'The name of the bucket.' }),
    region: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as eu-central-1')
      .default('us-east-1')
      .meta({ description: 'The region of the bucket. Servers other than Amazon often take any.' }),
    endpoint: z
      .string()
      .max(1_000)
      .refine(isEndpoint, 'must be an http:// or https:// URL without user name and query')
      .optional()
      .meta({ description: 'The address of the service. Amazon S3 in the region, if it is left out.' }),
    prefix: text(1_024)
      .default('')
      .meta({ description: 'Only keys that begin with it, such as `handbook/`.' }),
    ...pathPatterns,
    path_style: z.boolean().optional().meta({
      description:
        'Whether the bucket is named in the path of addresses. By default true with an `endpoint`, and false on Amazon S3.',
    }),
  })
  .meta({
    id: 'S3ConnectorSettings',
    description: 'A bucket of Amazon S3, or of a service that speaks its protocol.',
  });
type S3Settings = z.output<typeof S3Settings>;

const S3Credentials = z
  .strictObject({
    access_key_id: z.string().min(1).max(200).meta({ description: 'The id of the access key.' }),
    secret_access_key: z.string().min(1).max(400).meta({ description: 'Its secret.' }),
    session_token: z
      .string()
      .min(1)
      .max(4_000)
      .optional()
      .meta({ description: 'For temporary credentials.' }),
  })
  .meta({ id: 'S3ConnectorCredentials', description: 'A key that may list and read the bucket.' });
type S3Credentials = z.output<typeof S3Credentials>;

type Tools = { fetcher: { agent: GuardedAgent } };

/** A bucket. Without credentials it has to be public. */
export const s3: ConnectorKind<S3Settings, S3Credentials, Tools> = {
  kind: 's3',
  settings: S3Settings,
  credentials: S3Credentials,
  destination: ({ endpoint, region }) => endpoint ?? region,
  connect: async ({ fetcher }, { settings, credentials, signal, maxBytes }): Promise<Connection> => {
    const place = placeOf(settings, credentials);
    const use = { agent: fetcher.agent, signal };
    return {
      list: async ({ resume }) => ({
        covers: 'everything',
        pages: listPages(use, place, settings, resume),
        cursor: () => undefined,
      }),
      fetch: async ({ metadata }) => {
        const key = String(metadata['path']);
        const found = await getObject(use, place, key).catch((error: unknown) => {
          throw faultOfObject(error);
        });
        return found && { bytes: withFaults(found.read(maxBytes + 1)), mimeType: found.mimeType };
      },
      close: async () => {},
    };
  },
};

const placeOf = (
  { bucket, region, endpoint, path_style }: S3Settings,
  credentials: S3Credentials | undefined,
): S3Place => ({
  endpoint: new URL(endpoint ?? `https://s3.${region}.amazonaws.com`),
  region,
  bucket,
  isPathStyle: path_style ?? (endpoint !== undefined || bucket.includes('.')),
  credentials: credentials && {
    accessKeyId: credentials.access_key_id,
    secretAccessKey: credentials.secret_access_key,
    sessionToken: credentials.session_token,
  },
});

async function* listPages(
  use: Parameters<typeof listObjects>[0],
  place: S3Place,
  settings: S3Settings,
  resume: string | undefined,
): AsyncGenerator<ChangePage> {
  const seen = new Set<string>();
  let token = resume;
  do {
    const { objects, next } = await listObjects(use, place, { prefix: settings.prefix, token }).catch(
      (error: unknown) => {
        throw faultOf(error);
      },
    );
    const wanted = objects.filter((object) => isDocument(object) && isWanted(object.key, settings));
    yield {
      changes: wanted.map((object) => asFound(documentOf(object))),
      ...(next !== undefined && { resume: next }),
    };
    if (next !== undefined && seen.has(next))
      throw new ConnectorFault('untrusted', 'The service lists the same page of the bucket again and again.');
    if (next !== undefined) seen.add(next);
    token = next;
  } while (token !== undefined);
}

/** Archived objects cannot be read at once, and keys that end with a slash stand for folders. */
const isDocument = ({ key, storageClass }: S3Object): boolean =>
  key !== '' &&
  !key.endsWith('/') &&
  isReachable(key) &&
  storageClass !== 'GLACIER' &&
  storageClass !== 'DEEP_ARCHIVE';

function documentOf({ key, etag, sizeBytes, changedAt }: S3Object): FoundDocument {
  const name = basename(key);
  // The tag of an upload in parts depends on the parts.
  const isHash = /^[0-9a-f]{32}$/.test(etag);
  return {
    id: idOf(key),
    version: `${etag}-${sizeBytes}${isHash ? '' : `-${changedAt}`}`.slice(0, 200),
    ...(isHash && { fingerprint: `${etag}-${sizeBytes}` }),
    name,
    fileName: name,
    sizeBytes,
    metadata: { path: key, ...(changedAt !== '' && { changed_at: changedAt }) },
  };
}

const REFUSED: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AllAccessDisabled',
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  // Sent by versitygw.
  'XAdminUserNotFound',
]);

/** An object that the key may not read, or that is archived, is a fault of that object, not of the bucket. */
function faultOfObject(error: unknown): unknown {
  if (!(error instanceof S3Error)) return faultOf(error);
  const { status, code } = error;
  const isOfKey = status === 401 || (REFUSED.has(code) && code !== 'AccessDenied');
  if (isOfKey || code === 'SlowDown' || code === 'NoSuchBucket' || status === 429) return faultOf(error);
  if (status < 400 || status >= 500) return faultOf(error);
  return new ConnectorFault('untrusted', `The service refuses this object: it answered ${status} ${code}.`, {
    cause: error,
  });
}

function faultOf(error: unknown): unknown {
  if (error instanceof FetchError) return faultOfFetch(error);
  if (!(error instanceof S3Error)) return error;
  const { status, code, retryAfter } = error;
  const options = { cause: error, retryAfterMs: retryAfter === undefined ? undefined : retryAfter * 1_000 };
  if (code === 'SlowDown' || status === 429)
    return new ConnectorFault('rate_limited', 'The service asks for fewer requests.', options);
  if (status >= 300 && status < 400)
    return new ConnectorFault(
      'settings',
      'The bucket is in another region, or at another address. Check `region` and `endpoint`.',
      options,
    );
  if (REFUSED.has(code) || status === 401 || status === 403)
    return new ConnectorFault(
      'credentials',
      'The service refuses the access key. It must be valid, and may list and read the bucket.',
      options,
    );
  if (code === 'NoSuchBucket' || status === 404)
    return new ConnectorFault('settings', 'There is no such bucket. Check `bucket` and `endpoint`.', options);
  if (status >= 500)
    return new ConnectorFault(
      'unavailable',
      `The service answered ${status}; it has a fault of its own.`,
      options,
    );
  return new ConnectorFault(
    'settings',
    `The service answered ${status} ${code}. Check the settings.`,
    options,
  );
}
