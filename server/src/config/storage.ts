import { z } from 'zod';
import { oneOf, type Settings, type Values, wholeNumber } from './setting.ts';

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
  ROLE: oneOf('all', 'api', 'worker')
    .default('all')
    .describe(
      'api answers requests, worker runs background jobs, all does both. The embedded engine needs all.',
    ),
} satisfies Settings;

type StorageConfig = Values<typeof STORAGE_SETTINGS>;

/** Settings that contradict each other, a sentence each. */
export const wrongStorageSettings = ({ DATABASE_URL, ROLE }: Partial<StorageConfig>): string[] =>
  DATABASE_URL === undefined && ROLE !== undefined && ROLE !== 'all'
    ? [
        `ROLE=${ROLE}: needs DATABASE_URL, because the embedded engine serves one process. Remove ROLE, or set DATABASE_URL.`,
      ]
    : [];

/** The storage that the settings name. */
export const storageAddress = (config: StorageConfig) =>
  config.DATABASE_URL === undefined
    ? { dataDir: config.DATA_DIR }
    : {
        databaseUrl: config.DATABASE_URL,
        databaseSchema: config.DATABASE_SCHEMA,
        connections: config.DATABASE_CONNECTIONS,
      };
