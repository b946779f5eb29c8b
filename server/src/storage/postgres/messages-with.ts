import { sql } from 'kysely';
import type { Engine } from '#storage/engine.ts';
import { INDEXED_WORDS } from './migrations/0012-conversation-search.ts';

/** By the word index of migration 0012, in which each word begins with its workspace. */
export const messagesWith: Engine['messagesWith'] = (workspaceId, words) => {
  const query = words
    .map(({ word, isBeginning }) => `'${workspaceId}.${word}'${isBeginning ? ':*' : ''}`)
    .join(' & ');
  return sql`SELECT messages.agent_id, messages.session_id FROM messages
    WHERE messages.workspace_id = ${workspaceId} AND ${sql.raw(INDEXED_WORDS)} @@ ${query}::tsquery`;
};
