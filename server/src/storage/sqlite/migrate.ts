import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#lib/operator-error.ts';
import { initial } from './migrations/0001-initial.ts';
import { ingestion } from './migrations/0002-ingestion.ts';
import { indexVersions } from './migrations/0003-index-versions.ts';
import { evaluations } from './migrations/0004-evaluations.ts';
import { chat } from './migrations/0005-chat.ts';
import { turnTickets } from './migrations/0006-turn-tickets.ts';
import { platform } from './migrations/0007-platform.ts';

/** In order; a released migration is never changed. `PRAGMA user_version` counts those that have run. */
const MIGRATIONS = [initial, ingestion, indexVersions, evaluations, chat, turnTickets, platform];

/** Brings a database file to the newest schema, each step in a transaction of its own. Throws when the file was
 *  written by a newer Footnote, rather than guess. */
export function migrate(database: DatabaseSync): void {
  const version = schemaVersion(database);
  if (version > MIGRATIONS.length) {
    throw new OperatorError(
      `The data folder has schema ${version}, and this Footnote knows ${MIGRATIONS.length}: start a newer Footnote.`,
    );
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
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

const schemaVersion = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
