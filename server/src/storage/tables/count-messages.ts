import { sql } from 'kysely';
import type { AgentId, WorkspaceId } from '#lib/ids.ts';
import { compiledOnce } from './compiled-queries.ts';

/** Begins a conversation, or counts more messages of it. A question opens it again. */
export const countMessages = compiledOnce(
  (
    db,
    workspace_id: WorkspaceId,
    agent_id: AgentId,
    session_id: string,
    message_count: number,
    metadata: string,
    started_at: number,
    last_activity_at: number,
    as_user: string | null,
    channel: string | null,
    language: string | null,
    searchable_count: number,
    isPerson: 0 | 1,
    reopens: 0 | 1,
    alsoReopens: 0 | 1,
  ) =>
    db
      .insertInto('conversations')
      .values({
        workspace_id,
        agent_id,
        session_id,
        message_count,
        metadata,
        started_at,
        last_activity_at,
        as_user,
        channel,
        language,
        state: sql.lit('open'),
        assignee_type: sql.lit(null),
        assignee_id: sql.lit(null),
        assignee_name: sql.lit(null),
        tags: sql.lit('[]'),
        version: sql.lit(0),
        searchable_count,
      })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'agent_id', 'session_id']).doUpdateSet(({ eb, ref }) => ({
          message_count: eb('conversations.message_count', '+', ref('excluded.message_count')),
          last_activity_at: ref('excluded.last_activity_at'),
          as_user: eb
            .case()
            .when(sql<boolean>`${isPerson} = 1`)
            .then(ref('conversations.as_user'))
            .else(ref('excluded.as_user'))
            .end(),
          searchable_count: eb('conversations.searchable_count', '+', ref('excluded.searchable_count')),
          language: sql<string | null>`coalesce(conversations.language, excluded.language)`,
          version: sql<number>`conversations.version + CASE WHEN ${reopens} = 1 AND conversations.state = 'resolved' THEN 1 ELSE 0 END`,
          state: sql<'open'>`CASE WHEN ${alsoReopens} = 1 THEN 'open' ELSE conversations.state END`,
        })),
      )
      .returning('message_count'),
  14,
);
