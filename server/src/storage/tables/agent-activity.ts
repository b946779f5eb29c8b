import { sql } from 'kysely';
import type { AgentId } from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';
import { visibility } from './visibility.ts';

/** What an agent answered in some days. */
export type AgentActivity = {
  agent_id: AgentId;
  messages: number;
  /** Mean confidence, 0 to 1. */
  confidence: number;
  /** Replies below a confidence of 0.5, and fallbacks. */
  unsure: number;
};

/** Literals in the statement, so that it matches the index of replies. */
const IS_REPLY = sql<boolean>`messages.role = 'agent'`;

export const agentActivityReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const { assertWhole } = visibility(scope);
  const tests = sql`SELECT agent_id, session_id FROM conversations WHERE workspace_id = ${workspaceId} AND channel = 'dashboard'`;
  return {
    /** Of every agent that answered since then, in one statement. Test chats, small talk and what is said about a hand-over are left
     *  out, as in insights. since: milliseconds since 1970. */
    since: async (since: number): Promise<AgentActivity[]> => {
      assertWhole();
      const rows = await db
        .selectFrom('messages')
        .where('messages.workspace_id', '=', workspaceId)
        .where(IS_REPLY)
        .where('messages.created_at', '>=', since)
        .where(
          sql<boolean>`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover') AND (messages.agent_id, messages.session_id) NOT IN (${tests})`,
        )
        .groupBy('messages.agent_id')
        .select(({ fn }) => [
          'messages.agent_id',
          fn.countAll<number | string>().as('messages'),
          sql<number | null>`avg(messages.confidence)`.as('confidence'),
          sql<
            number | string
          >`sum(CASE WHEN messages.confidence < 0.5 OR messages.is_fallback = 1 THEN 1 ELSE 0 END)`.as(
            'unsure',
          ),
        ])
        .execute();
      return rows.map((row) => ({
        agent_id: row.agent_id,
        messages: Number(row.messages),
        confidence: Number(row.confidence ?? 0),
        unsure: Number(row.unsure),
      }));
    },
  };
};
