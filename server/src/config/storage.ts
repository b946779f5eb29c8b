import { z } from 'zod';
import { baseUrl, oneOf, type Settings, type Values, wholeNumber } from './setting.ts';

const BLOB_STORE_FORM = 'must be s3://bucket or s3://bucket/prefix, with ?move=back or without';

const hasOnlyKnownParts = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { username, port, search, hash, pathname } = new URL(url);
  return !username && !port && !hash && ['', '?move=back'].includes(search) && /^[\w./-]*$/.test(pathname);
};

/** Where data are kept, and what this process does with them. */
export const STORAGE_SETTINGS = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder of the embedded engine and of uploads in progress; created when missing.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional()
    .meta({
      description:
        'PostgreSQL database (15 or newer) to use instead of the embedded engine: postgres://user:password@host/database.',
      secret: 'part',
    }),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'takes lower-case letters, digits and _, at most 40')
    .default('footnote')
    .describe('Prefix of the database schemas: tables are in <name>_live and <name>_sandbox.'),
  DATABASE_CONNECTIONS: wholeNumber(10, 2, 500).describe(
    'Database connections of each environment, besides one that listens for notifications and one that asks whether a slow database still answers.',
  ),
  BLOB_STORE: z
    .url({ protocol: /^s3$/, hostname: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, error: BLOB_STORE_FORM })
    .refine(hasOnlyKnownParts, BLOB_STORE_FORM)
    .optional()
    .meta({
      description:
        'Bucket for original files of 64 KiB and more, which are in the database otherwise: s3://bucket/prefix. With ?move=back all of them move back to the database.',
      secret: 'part',
    }),
  AWS_ACCESS_KEY_ID: z.string().optional().describe('Access key for the bucket of BLOB_STORE.'),
  AWS_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ description: 'Secret of AWS_ACCESS_KEY_ID.', secret: 'whole' }),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'takes lower-case letters, digits and -')
    .default('us-east-1')
    .describe('Region of the bucket of BLOB_STORE.'),
  AWS_ENDPOINT_URL_S3: baseUrl
    .optional()
    .describe(
      'Service that has the bucket of BLOB_STORE, if it is not Amazon S3. May have a private address.',
    ),
  ROLE: oneOf('all', 'api', 'worker')
    .default('all')
    .describe(
      'api answers requests, worker runs background jobs, all does both. The embedded engine needs all.',
    ),
} satisfies Settings;

type StorageConfig = Values<typeof STORAGE_SETTINGS>;

/** Settings that contradict each other, a sentence each. */
export const wrongStorageSettings = ({
  DATABASE_URL,
  ROLE,
  BLOB_STORE,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
}: Partial<StorageConfig>): string[] => [
  ...(DATABASE_URL === undefined && ROLE !== undefined && ROLE !== 'all'
    ? [
        `ROLE=${ROLE}: needs DATABASE_URL, because the embedded engine serves one process. Remove ROLE, or set DATABASE_URL.`,
      ]
    : []),
  ...(BLOB_STORE !== undefined && !(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY)
    ? [
        'BLOB_STORE: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the credentials for the bucket. Set both.',
      ]
    : []),
];

/** The storage that the settings name. */
export const storageAddress = (config: StorageConfig) => ({
  ...(config.DATABASE_URL === undefined
    ? { dataDir: config.DATA_DIR }
    : {
        databaseUrl: config.DATABASE_URL,
        databaseSchema: config.DATABASE_SCHEMA,
        connections: config.DATABASE_CONNECTIONS,
      }),
  ...(config.BLOB_STORE !== undefined && { blobPlace: blobPlace(config.BLOB_STORE, config) }),
});

/** The bucket that BLOB_STORE names. Other services than Amazon's have it in the path. */
function blobPlace(
  store: string,
  {
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_REGION: region,
    AWS_ENDPOINT_URL_S3: endpoint,
  }: StorageConfig,
) {
  const { hostname, pathname, searchParams } = new URL(store);
  return {
    bucket: {
      endpoint: new URL(endpoint ?? `https://s3.${region}.amazonaws.com`),
      region,
      bucket: hostname,
      // Not in the host, if its dots would not fit the certificate.
      isPathStyle: endpoint !== undefined || hostname.includes('.'),
      credentials: { accessKeyId, secretAccessKey, sessionToken: undefined },
    },
    prefix: pathname.split('/').filter(Boolean).join('/'),
    takesFiles: searchParams.get('move') !== 'back',
  };
}
