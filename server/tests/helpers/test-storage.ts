import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { readConfig } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import type { Environment } from '#lib/environment.ts';
import type { StorageAddress } from '#storage/open-store.ts';
import { openConnections } from '#storage/postgres/open-postgres.ts';
import { createStore, type Store } from '#storage/store.ts';

/** The engine below the services of a test, by TEST_ENGINE (see vitest.config.ts): the embedded one, `postgres` on the server
 *  of TEST_DATABASE_URL, or `pglite`, which is PostgreSQL in the process of the test. */
export const TEST_ENGINE = process.env['TEST_ENGINE'] ?? 'embedded';

/** A folder for a service that a test starts more than once; removeDataDir ends it. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'footnote-test-'));

/** The folder and, on PostgreSQL, the schemas that go with it. No service may run on them. */
export async function removeDataDir(dataDir: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true });
  if (TEST_ENGINE !== 'postgres') return;
  const { DATABASE_URL = '', DATABASE_SCHEMA = '' } = storageSettings(dataDir);
  await dropSchemas(DATABASE_URL, DATABASE_SCHEMA);
  await dropSchemas(DATABASE_URL, `${DATABASE_SCHEMA}_restoring`);
}

/** Removes both environments of an installation on PostgreSQL. */
export const dropSchemas = (databaseUrl: string, databaseSchema: string): Promise<void> =>
  onDatabase(
    databaseUrl,
    `SET client_min_messages = warning; DROP SCHEMA IF EXISTS ${databaseSchema}_live, ${databaseSchema}_sandbox CASCADE`,
  );

/** Runs statements beside a service. */
export async function onDatabase(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Settings of a service whose data belong to this folder, for processes of it and beside it. Those that start again on the
 *  folder find them. */
export function storageSettings(
  dataDir: string,
): { DATA_DIR: string } & Partial<Record<`DATABASE_${'URL' | 'SCHEMA' | 'CONNECTIONS'}`, string>> {
  if (TEST_ENGINE === 'embedded') return { DATA_DIR: dataDir };
  if (TEST_ENGINE !== 'postgres')
    throw new Error('PGlite is out of reach for other processes and connections.');
  const DATABASE_URL = process.env['TEST_DATABASE_URL'];
  if (!DATABASE_URL)
    throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL, the address of a server.');
  return { DATA_DIR: dataDir, DATABASE_URL, DATABASE_SCHEMA: schemaOf(dataDir), DATABASE_CONNECTIONS: '4' };
}

/** The same for what opens the storage beside the service. */
export const storageBeside = (dataDir: string): StorageAddress =>
  storageAddress(readConfig(storageSettings(dataDir)));

/** For services that are killed: where nodes share a database, the next one has the jobs of a dead one when its leases end. */
export const SHORT_LEASES = { JOB_LEASE_SECONDS: '2' };

const schemaOf = (dataDir: string): string =>
  `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;

let pglite: Promise<PGlite> | undefined;

/** Opens the storage of a folder on PGlite. There is one for all services of a file of tests, for it takes seconds. */
export async function openOnPglite(dataDir: string, environment: Environment): Promise<Store> {
  // Loaded by those alone who use it.
  const { connectPglite, startPglite } = await import('./pglite-connections.ts');
  pglite ??= startPglite();
  const connections = connectPglite(await pglite, `${schemaOf(dataDir)}_${environment}`);
  return createStore(await openConnections(connections, { environment, indexMemoryBytes: 1e9 }));
}
