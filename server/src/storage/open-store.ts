import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { Engine, RestoreTarget, Snapshot } from './engine.ts';
import { POSTGRES_SCHEMA } from './postgres/migrate.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { SQLITE_SCHEMA } from './sqlite/migrate.ts';
import { openSqliteSnapshot } from './sqlite/open-snapshot.ts';
import { openSqlite, type SqliteOptions, sqlitePath } from './sqlite/open-sqlite.ts';
import { prepareSqliteRestore } from './sqlite/restore-target.ts';
import { createStore, type Store } from './store.ts';
import { limitChunks } from './tables/chunk-limit.ts';

/** The address of the storage: a folder of the embedded engine, or a PostgreSQL database. */
export type StorageAddress = Pick<SqliteOptions, 'dataDir'> | Omit<PostgresOptions, keyof EnvironmentOptions>;

type EnvironmentOptions = {
  environment: Environment;
  indexMemoryBytes: number;
  /** The most chunks of a workspace; no limit without it. */
  chunksMax?: number | undefined;
  /** Throws when there is no storage of this environment, instead of creating it. */
  mustExist?: boolean | undefined;
  /** An older schema to stop at. Only for restoring a backup. */
  schemaVersion?: number | undefined;
  /** Whether this process packs segments in the background, for those that load them later. */
  packsSegments?: boolean | undefined;
  /** Called with background failures, which are retried later. */
  onFault?: ((error: unknown) => void) | undefined;
};

type StoreOptions = EnvironmentOptions & StorageAddress & Pick<SqliteOptions, 'isOnlyServer'>;

/** Opens the storage of one environment. Creates and migrates it as needed. Half of the index memory is for deep
 *  vectors. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const indexMemoryBytes = options.indexMemoryBytes / 2;
  const engine = await openEngine({ ...options, indexMemoryBytes });
  if (options.chunksMax !== undefined) limitChunks(engine, options.chunksMax);
  return createStore(engine, { deepMemoryBytes: indexMemoryBytes });
};

/** Opens the engine below a store, for code that processes all rows of an environment. Only this function chooses an
 *  engine. */
export async function openEngine(options: StoreOptions): Promise<Engine> {
  if (options.mustExist) assertHasData(options, options.environment);
  if ('dataDir' in options) return openSqlite(options);
  // Loaded on demand, as elsewhere in this file: the client and its code take 4 MB.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return await openPostgres(options);
}

/** Opens the storage of one environment for a command that runs beside the server, or without one. indexMemoryBytes:
 *  for a command that searches. Throws when there is no storage yet instead of creating it. */
export const openStoreBesideServer = async (
  options: StorageAddress & { environment: Environment; indexMemoryBytes?: number },
): Promise<Store> =>
  await openStore({ indexMemoryBytes: 0, ...options, isOnlyServer: false, mustExist: true });

/** Opens a snapshot of the environment for a read-only command. Throws when there is none, or when its schema is not
 *  the newest. */
export async function openSnapshot(address: StorageAddress, environment: Environment): Promise<Snapshot> {
  assertHasData(address, environment);
  if ('dataDir' in address) return openSqliteSnapshot({ ...address, environment });
  const { openPostgresSnapshot } = await import('./postgres/open-snapshot.ts');
  return await openPostgresSnapshot({ ...address, environment });
}

/** The engine of an address, as named in backups. */
export const engineOf = (address: StorageAddress): 'embedded' | 'postgres' =>
  'dataDir' in address ? 'embedded' : 'postgres';

/** The newest schema of each engine. */
export const SCHEMA_VERSIONS = { embedded: SQLITE_SCHEMA, postgres: POSTGRES_SCHEMA };

/** Prepares a temporary storage beside an empty one. Once filled, it becomes the storage in one step. */
export async function prepareRestore(address: StorageAddress): Promise<RestoreTarget<StorageAddress>> {
  if ('dataDir' in address) return await prepareSqliteRestore(address);
  const { preparePostgresRestore } = await import('./postgres/restore-target.ts');
  return await preparePostgresRestore(address);
}

/** Throws when the folder has no storage of this environment, before opening would create it. */
export function assertHasData(address: StorageAddress, environment: Environment): void {
  if (!('dataDir' in address) || existsSync(sqlitePath(address.dataDir, environment))) return;
  throw new OperatorError(
    `There is no data in ${resolve(address.dataDir)} yet: start the service once, or set DATA_DIR to the folder that it uses.`,
  );
}
