import { DatabaseSync } from 'node:sqlite';
import type { Environment } from '#lib/environment.ts';
import { createKysely } from '#storage/create-kysely.ts';
import type { Snapshot } from '#storage/engine.ts';
import { SQLITE } from './dialect.ts';
import { assertNewestSchema } from './migrate.ts';
import { checkIntegrity, sqlitePath } from './open-sqlite.ts';
import { createStatementCache } from './statement-cache.ts';

/** Opens a snapshot of `<dataDir>/<environment>.db`, until it is closed. Meanwhile the write-ahead log grows, because
 *  later commits cannot be moved into the file. */
export function openSqliteSnapshot({
  dataDir,
  environment,
}: {
  dataDir: string;
  environment: Environment;
}): Snapshot {
  const database = new DatabaseSync(sqlitePath(dataDir, environment), { readOnly: true, timeout: 10_000 });
  try {
    database.exec('BEGIN');
    // The first read sets the moment of the snapshot.
    assertNewestSchema(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const read = createStatementCache(database);
  return {
    environment,
    db: createKysely(async (sql, parameters) => read(sql, parameters), SQLITE),
    checkIntegrity: async () => checkIntegrity(database),
    describe: async () => ({
      name: `SQLite ${database.prepare('SELECT sqlite_version() AS version').get()?.['version']}`,
      now: undefined,
      maxConnections: undefined,
      fault: undefined,
    }),
    close: async () => database.close(),
  };
}
