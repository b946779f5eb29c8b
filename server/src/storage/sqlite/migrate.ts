import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#lib/operator-error.ts';
import { initial } from './migrations/0001-initial.ts';
import { ingestion } from './migrations/0002-ingestion.ts';
import { indexVersions } from './migrations/0003-index-versions.ts';
import { evaluations } from './migrations/0004-evaluations.ts';
import { chat } from './migrations/0005-chat.ts';
import { turnTickets } from './migrations/0006-turn-tickets.ts';
import { platform } from './migrations/0007-platform.ts';
import { dashboard } from './migrations/0008-dashboard.ts';
import { sourceHistory } from './migrations/0009-source-history.ts';
import { closedDoors } from './migrations/0010-closed-doors.ts';
import { deepVectors } from './migrations/0011-deep-vectors.ts';
import { betterAnswers } from './migrations/0012-better-answers.ts';
import { sourceOrigin } from './migrations/0013-source-origin.ts';
import { connectorsAndPermissions } from './migrations/0014-connectors-and-permissions.ts';
import { followedIndexes } from './migrations/0015-followed-indexes.ts';
import { blobs } from './migrations/0016-blobs.ts';
import { segmentPacks } from './migrations/0016-segment-packs.ts';
import { workspaceDirectory } from './migrations/0016-workspace-directory.ts';
import { conversationSearch } from './migrations/0017-conversation-search.ts';
import { agentVersions } from './migrations/0018-agent-versions.ts';
import { gapDecisions } from './migrations/0018-gap-decisions.ts';
import { questionSets } from './migrations/0018-question-sets.ts';
import { sortedSources } from './migrations/0018-sorted-sources.ts';
import { sourceChanges } from './migrations/0018-source-changes.ts';

/** In order. A released migration never changes. `PRAGMA user_version` counts the ones that have run. */
const MIGRATIONS = [
  initial,
  ingestion,
  indexVersions,
  evaluations,
  chat,
  turnTickets,
  platform,
  dashboard,
  sourceHistory,
  closedDoors,
  deepVectors,
  betterAnswers,
  sourceOrigin,
  connectorsAndPermissions,
  followedIndexes,
  `${segmentPacks}${blobs}${workspaceDirectory}`,
  conversationSearch,
  `${sourceChanges}${agentVersions}${sortedSources}${gapDecisions}${questionSets}`,
];

/** The version of the newest schema. */
export const SQLITE_SCHEMA = MIGRATIONS.length;

/** Migrates a database file to the newest schema, each step in its own transaction. Throws when a newer Footnote wrote
 *  the file. upTo: a version to stop at, for rows that were written in it. */
export function migrate(database: DatabaseSync, upTo = SQLITE_SCHEMA): void {
  const version = schemaVersion(database);
  assertKnown(version);
  for (const [index, migration] of MIGRATIONS.slice(0, upTo).entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      // Another process may have migrated between the check and the lock.
      if (schemaVersion(database) <= index) database.exec(`${migration}; PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Throws when the file does not have the newest schema. For commands that must not migrate it. */
export function assertNewestSchema(database: DatabaseSync): void {
  const version = schemaVersion(database);
  assertKnown(version);
  if (version < SQLITE_SCHEMA)
    throw new OperatorError(
      `The data folder has schema ${version}, and this Footnote works on ${SQLITE_SCHEMA}: start the service once, which migrates it, or use the version of Footnote that wrote it.`,
    );
}

function assertKnown(version: number): void {
  if (version <= SQLITE_SCHEMA) return;
  throw new OperatorError(
    `The data folder has schema ${version}, and this Footnote knows ${SQLITE_SCHEMA}: start a newer Footnote.`,
  );
}

const schemaVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
