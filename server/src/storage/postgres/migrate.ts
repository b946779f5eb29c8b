import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#lib/operator-error.ts';
import type { Connections } from './connections.ts';
import { isLockTimeout, LOCK_TIMEOUT } from './lock-timeout.ts';
import { initial } from './migrations/0001-initial.ts';
import { platform } from './migrations/0002-platform.ts';
import { dashboard } from './migrations/0003-dashboard.ts';
import { sourceHistory } from './migrations/0004-source-history.ts';
import { closedDoors } from './migrations/0005-closed-doors.ts';
import { deepVectors } from './migrations/0006-deep-vectors.ts';
import { betterAnswers } from './migrations/0007-better-answers.ts';
import { sourceOrigin } from './migrations/0008-source-origin.ts';
import { connectorsAndPermissions } from './migrations/0009-connectors-and-permissions.ts';
import { followedIndexes } from './migrations/0010-followed-indexes.ts';
import { blobs } from './migrations/0011-blobs.ts';
import { segmentPacks } from './migrations/0011-segment-packs.ts';
import { workspaceDirectory } from './migrations/0011-workspace-directory.ts';
import { conversationSearch } from './migrations/0012-conversation-search.ts';
import { agentVersions } from './migrations/0013-agent-versions.ts';
import { gapDecisions } from './migrations/0013-gap-decisions.ts';
import { questionSets } from './migrations/0013-question-sets.ts';
import { sortedSources } from './migrations/0013-sorted-sources.ts';
import { sourceChanges } from './migrations/0013-source-changes.ts';
import { BRIDGE_TO_SQL_SEARCH } from './sql-search-tables.ts';
import { statementsOf } from './statements-of.ts';

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
  `${followedIndexes}${BRIDGE_TO_SQL_SEARCH}`,
  `${segmentPacks}${blobs}${workspaceDirectory}`,
  conversationSearch,
  `${sourceChanges}${agentVersions}${sortedSources}${gapDecisions}${questionSets}`,
];

/** The version of the newest schema. */
export const POSTGRES_SCHEMA = MIGRATIONS.length;

/** The pause after a migration that waited in vain for a lock, and after how many it says so. */
const LOCK_PAUSE_MS = 2_000;
const QUIET_TRIES = 5;

const WAITING =
  'The migration of the database waits for a transaction that uses its tables, such as a dump, and starts when that has ended.';

type Options = {
  mustExist?: boolean | undefined;
  upTo?: number | undefined;
  onFault?: ((error: unknown) => void) | undefined;
};

/** Creates the schema of an environment and migrates it to the newest version, in one transaction. Other nodes that do
 *  the same wait, and all wait for transactions that use the tables. Throws when a newer Footnote wrote the schema. mustExist: throws
 *  when the schema is missing instead of creating it. upTo: a version to stop at, for rows that were written in it. onFault:
 *  called once when it has waited for some time. */
export async function migrate(connections: Connections, options: Options = {}): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToMigrate(connections, options);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === QUIET_TRIES) options.onFault?.(new Error(WAITING, { cause: error }));
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

async function tryToMigrate(
  connections: Connections,
  { mustExist = false, upTo = POSTGRES_SCHEMA }: Options,
): Promise<void> {
  const { schema } = connections;
  const connection = await connections.acquire();
  let isBroken = true;
  try {
    // The lock lasts for the transaction, in which a large table may take longer than any statement of a request.
    await connection.runAll(
      `BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7063746, 1); ${LOCK_TIMEOUT}`,
    );
    if (mustExist) await assertExists(connection, schema);
    await connection.runAll(
      `CREATE SCHEMA IF NOT EXISTS ${schema}; CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations (version integer PRIMARY KEY)`,
    );
    const version = await knownVersion(connection, schema);
    for (const [index, migration] of MIGRATIONS.slice(0, upTo).entries()) {
      if (index < version) continue;
      for (const statement of statementsOf(migration)) await connection.runAll(statement);
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
