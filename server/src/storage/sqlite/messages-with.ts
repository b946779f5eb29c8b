import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';

/** By the word index of migration 0017, in which each word begins with its workspace. */
export const messagesWith: Engine['messagesWith'] = (workspaceId, words) => {
  const query = words
    .map(({ word, isBeginning }) => `"${workspaceId}.${word}"${isBeginning ? '*' : ''}`)
    .join(' AND ');
  return sql`SELECT message_rows.agent_id, message_rows.session_id
    FROM message_index JOIN message_rows ON message_rows.row = message_index.rowid
    WHERE message_index MATCH ${query}`;
};
