import { OperatorError } from '#lib/operator-error.ts';
import type { Connections } from './connections.ts';
import { initial } from './migrations/0001-initial.ts';
import { platform } from './migrations/0002-platform.ts';
import { dashboard } from './migrations/0003-dashboard.ts';
import { sourceHistory } from './migrations/0004-source-history.ts';
import { closedDoors } from './migrations/0005-closed-doors.ts';
import { deepVectors } from './migrations/0006-deep-vectors.ts';
import { betterAnswers } from './migrations/0007-better-answers.ts';
import { sourceOrigin } from './migrations/0008-source-origin.ts';
import { connectorsAndPermissions } from './migrations/0009-connectors-and-permissions.ts';

/** In order. A released migration never changes. Table `schema_migrations` counts the ones that have run. */
const MIGRATIONS = [
  initial,
  platform,
  dashboard,
  sourceHistory,
  closedDoors,
  deepVectors,
  betterAnswers,
  sourceOrigin,
  connectorsAndPermissions,
];

/** The version of the newest schema. */
export const POSTGRES_SCHEMA = MIGRATIONS.length;

/** Creates the schema of an environment and migrates it to the newest version, in one transaction that takes as long as
 *  it needs. Other nodes that do the same wait. Throws when a newer Footnote wrote the schema. mustExist: throws when the schema is missing instead
 *  of creating it. upTo: a version to stop at, for rows that were written in it. */
export async function migrate(
  connections: Connections,
  {
    mustExist = false,
    upTo = POSTGRES_SCHEMA,
  }: { mustExist?: boolean | undefined; upTo?: number | undefined } = {},
): Promise<void> {
  const { schema } = connections;
  const connection = await connections.acquire();
  let isBroken = true;
  try {
    // This lock lasts for the transaction and covers the whole database, because extensions belong to the database, not
    // to a schema.
    await connection.runAll(
      'BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7063746, 1)',
    );
    if (mustExist) await assertExists(connection, schema);
    await connection.runAll(
      `CREATE SCHEMA IF NOT EXISTS ${schema}; CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations (version integer PRIMARY KEY)`,
    );
    await assertVectors(connection);
    const version = await knownVersion(connection, schema);
    for (const [index, migration] of MIGRATIONS.slice(0, upTo).entries()) {
      if (index < version) continue;
      await connection.runAll(migration);
      await connection.run('INSERT INTO schema_migrations (version) VALUES ($1)', [index + 1]);
    }
    await connection.runAll('COMMIT');
    isBroken = false;
  } finally {
    // Closing the connection also ends an open transaction.
    connection.release(isBroken);
  }
}

type Runs = { run: Connections['read'] };

/** Throws when the schema is missing or not the newest. For commands that must not migrate it. */
export async function assertNewestSchema(connection: Runs, schema: string): Promise<void> {
  await assertExists(connection, schema);
  const version = await knownVersion(connection, schema);
  if (version < POSTGRES_SCHEMA)
    throw new OperatorError(
      `The database schema ${schema} has version ${version}, and this Footnote works on ${POSTGRES_SCHEMA}: start the service once, which migrates it, or use the version of Footnote that wrote it.`,
    );
}

async function knownVersion({ run }: Runs, schema: string): Promise<number> {
  const { rows } = await run('SELECT coalesce(max(version), 0) AS version FROM schema_migrations');
  const version = Number(rows[0]?.['version']);
  if (version <= POSTGRES_SCHEMA) return version;
  throw new OperatorError(
    `The database schema ${schema} has version ${version}, and this Footnote knows ${POSTGRES_SCHEMA}: start a newer Footnote.`,
  );
}

async function assertExists({ run }: Runs, schema: string): Promise<void> {
  const { rows } = await run('SELECT to_regnamespace($1) IS NOT NULL AS is_there', [schema]);
  if (rows[0]?.['is_there'] === true) return;
  throw new OperatorError(
    `There is no data in the schema ${schema} of the database yet: start the service once, or set DATABASE_SCHEMA to the schema that it uses.`,
  );
}

/** Iterative scans, which continue until enough rows pass a filter, need pgvector 0.8. */
async function assertVectors(connection: { run: Connections['read'] }): Promise<void> {
  try {
    await connection.run('CREATE EXTENSION IF NOT EXISTS vector SCHEMA public');
  } catch (cause) {
    throw new OperatorError(
      `The database has no extension pgvector, and creating it failed (${(cause as Error).message}): install pgvector 0.8 or newer, and run CREATE EXTENSION vector SCHEMA public as a superuser.`,
      { cause },
    );
  }
  const { rows } = await connection.run("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
  const version = String(rows[0]?.['extversion']);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 0 && minor < 8) {
    throw new OperatorError(`The database has pgvector ${version}: 0.8 or newer is needed.`);
  }
}
