import { patiently } from '#lib/async/patience.ts';
import { semaphore } from '#lib/async/semaphore.ts';
import { createKysely } from '#storage/create-kysely.ts';
import type { DatabaseFacts, Snapshot } from '#storage/engine.ts';
import { startErrorOf } from './connection-errors.ts';
import type { Execute } from './connections.ts';
import { POSTGRES } from './dialect.ts';
import { checkIntegrity } from './integrity.ts';
import { assertNewestSchema } from './migrate.ts';
import type { PostgresOptions } from './open-postgres.ts';
import { createPool } from './pool.ts';

/** Opens a snapshot of an environment's schema on one connection, until it is closed. */
export async function openPostgresSnapshot({
  databaseUrl,
  databaseSchema,
  environment,
}: Pick<PostgresOptions, 'databaseUrl' | 'databaseSchema' | 'environment'>): Promise<Snapshot> {
  const schema = `${databaseSchema}_${environment}`;
  const connections = createPool({ databaseUrl, schema, connections: 1 });
  const stack = new AsyncDisposableStack();
  stack.defer(connections.close);
  try {
    const connection = await connections.acquire();
    // Closing suffices: nothing was written.
    stack.defer(() => connection.release(true));
    // No timeouts: the consumer may be slow, for example an upload of the backup.
    await connection.runAll(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    const run = oneAtATime((sql, parameters) =>
      patiently(() => connection.run(sql, parameters), Number.POSITIVE_INFINITY),
    );
    await assertNewestSchema({ run }, schema);
    return {
      environment,
      db: createKysely(run, POSTGRES),
      checkIntegrity: () => checkIntegrity(run),
      describe: () => describe(run),
      close: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw startErrorOf(error);
  }
}

/** The statements of a snapshot share its one connection, on which the driver takes one at a time. */
function oneAtATime(run: Execute): Execute {
  const inTurn = semaphore(1);
  return (sql, parameters) => inTurn(() => run(sql, parameters));
}

async function describe(run: Execute): Promise<DatabaseFacts> {
  const { rows } = await run(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       getdatabaseencoding() AS encoding,
       extract(epoch FROM clock_timestamp()) * 1000 AS now,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections`,
  );
  const row = rows[0] ?? {};
  const name = `PostgreSQL ${row['version']}`;
  const isOld = Number(row['number']) < 150_000;
  const fault = isOld
    ? `The database is ${name}: PostgreSQL 15 or newer is needed.`
    : row['encoding'] === 'UTF8'
      ? undefined
      : `The encoding of the database is ${row['encoding']}: make one with ENCODING 'UTF8', and restore a backup into it.`;
  return { name, now: Number(row['now']), maxConnections: Number(row['connections']), fault };
}
