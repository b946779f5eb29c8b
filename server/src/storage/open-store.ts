import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { Engine } from './engine.ts';
import { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
import { openSqlite, type SqliteOptions, sqlitePath } from './sqlite/open-sqlite.ts';
import { createStore, type Store } from './store.ts';

/** Where the storage is: a folder of the embedded engine, or a PostgreSQL database. */
export type StorageAddress = Pick<SqliteOptions, 'dataDir'> | Omit<PostgresOptions, keyof EnvironmentOptions>;

type EnvironmentOptions = {
  environment: Environment;
  indexMemoryBytes: number;
  /** Throws when there is no storage of this environment, rather than make it. */
  mustExist?: boolean | undefined;
  /** Told of what fails in the background, and is tried again later. */
  onFault?: ((error: unknown) => void) | undefined;
};

type StoreOptions = EnvironmentOptions & StorageAddress & Pick<SqliteOptions, 'isOnlyServer'>;

/** Opens the storage of one environment, making and migrating it as needed. */
export const openStore = async (options: StoreOptions): Promise<Store> =>
  createStore(await openEngine(options));

/** The engine below a store, for what goes through all rows of an environment. The one place that chooses an engine. */
export async function openEngine(options: StoreOptions): Promise<Engine> {
  if (options.mustExist) assertHasData(options, options.environment);
  return 'dataDir' in options ? openSqlite(options) : await openPostgres(options);
}

/** Opens the storage of one environment for a command that runs beside the server, or without one.
 *  indexMemoryBytes: for a command that searches. Throws when there is no storage yet, rather than make it. */
export const openStoreBesideServer = async (
  options: StorageAddress & { environment: Environment; indexMemoryBytes?: number },
): Promise<Store> =>
  await openStore({ indexMemoryBytes: 0, ...options, isOnlyServer: false, mustExist: true });

/** Throws when the address is a folder without storage of this environment, before it is made by opening it. */
export function assertHasData(address: StorageAddress, environment: Environment): void {
  if (!('dataDir' in address) || existsSync(sqlitePath(address.dataDir, environment))) return;
  throw new OperatorError(
    `There is no data in ${resolve(address.dataDir)} yet: start the service once, or name the folder that it uses (DATA_DIR).`,
  );
}
