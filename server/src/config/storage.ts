import { z } from 'zod';
import type { Config } from './config.ts';
import { type Setting, wholeNumber } from './setting.ts';

/** Where everything is kept, and what this process does with it. */
export const STORAGE_SETTINGS = {
  DATA_DIR: {
    schema: z.string().min(1).default('./data'),
    unit: 'folder',
    about: 'Where the embedded engine keeps everything, and where uploads wait; made when it is missing.',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'is no postgres:// address' }).optional(),
    unit: 'URL',
    about:
      'A PostgreSQL database (15 or newer, with pgvector 0.8 or newer), instead of the embedded engine: postgres://user:password@host/database.',
    isSecret: true,
  },
  DATABASE_SCHEMA: {
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'takes small letters, digits and _, at most 40')
      .default('footnote'),
    unit: 'name',
    about:
      'The tables of the live environment are in the schema of this name with _live at its end, those of the sandbox in that with _sandbox.',
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(10, 2, 500),
    unit: 'connections',
    about: 'Connections to the database at the same time, of each environment; one more listens for news.',
  },
  ROLE: {
    schema: z.enum(['all', 'api', 'worker']).default('all'),
    unit: 'role',
    about:
      'api answers requests, worker runs the jobs in the background, all does both; on the embedded engine one process does all.',
  },
} satisfies Record<string, Setting>;

/** What does not fit together, a sentence each. */
export const wrongStorageSettings = ({ DATABASE_URL, ROLE }: Partial<Config>): string[] =>
  DATABASE_URL === undefined && ROLE !== undefined && ROLE !== 'all'
    ? [
        `ROLE=${ROLE}: needs DATABASE_URL, because the embedded engine serves one process. Leave it out, or set DATABASE_URL.`,
      ]
    : [];

/** The storage that the settings name. */
export const storageAddress = (config: Config) =>
  config.DATABASE_URL === undefined
    ? { dataDir: config.DATA_DIR }
    : {
        databaseUrl: config.DATABASE_URL,
        databaseSchema: config.DATABASE_SCHEMA,
        connections: config.DATABASE_CONNECTIONS,
      };
