import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openSqlite, type SqliteOptions, sqlitePath } from './sqlite/open-sqlite.ts';
import { createStore, type Store } from './store.ts';

/** Opens the storage of one environment. The one place that chooses an engine. */
export const openStore = (options: SqliteOptions): Store => createStore(openSqlite(options));

/** Opens the storage of one environment for a command that runs beside the server, or without one.
 *  indexMemoryBytes: for a command that searches. Throws when there is no storage in the folder, rather than make it. */
export function openStoreBesideServer({
  dataDir,
  environment,
  indexMemoryBytes = 0,
}: {
  dataDir: string;
  environment: Environment;
  indexMemoryBytes?: number;
}): Store {
  if (!existsSync(sqlitePath(dataDir, environment))) {
    throw new OperatorError(
      `There is no data in ${resolve(dataDir)} yet: start the service once, or set DATA_DIR to the folder that it uses.`,
    );
  }
  return createStore(
    openSqlite({
      dataDir,
      environment,
      indexMemoryBytes,
      isOnlyServer: false,
    }),
  );
}
