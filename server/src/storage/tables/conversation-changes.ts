import type { AgentId } from '#lib/ids.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { ConversationRow } from '#storage/tables.ts';
import type { Triage } from './conversation-filters.ts';
import { visibility } from './visibility.ts';
import { languageOf, wordsOf } from './words-of-message.ts';

/** metadata: JSON. */
const channelOf = (metadata: string): string | null =>
  (JSON.parse(metadata) as Record<string, string>)['channel'] ?? null;

/** Changes of conversations beside what is said in them. */
export const conversationChanges = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    /** Replaces the metadata of a session. Does nothing if the session was deleted. metadata: JSON. channel: unless the metadata
     *  names one. */
    setMetadata: async (
      agentId: AgentId,
      sessionId: string,
      metadata: string,
      channel: string | null = null,
    ): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      await db
        .updateTable('conversations')
        .set({ metadata, channel: channelOf(metadata) ?? channel })
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .execute();
    },

    /** Changes what people say about a session, and its version. Undefined if there is no such session. */
    triage: async (
      agentId: AgentId,
      sessionId: string,
      changes: Partial<Triage>,
    ): Promise<ConversationRow | undefined> =>
      (await sees.agent(agentId))
        ? await db
            .updateTable('conversations')
            .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
            .where('workspace_id', '=', workspaceId)
            .where('agent_id', '=', agentId)
            .where('session_id', '=', sessionId)
            .returningAll()
            .executeTakeFirst()
        : undefined,

    /** Adds the words of messages that an older version wrote, and the language of the session. */
    makeSearchable: async (agentId: AgentId, sessionId: string): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      const ofSession = db
        .selectFrom('messages')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId);
      const missing = await ofSession
        .select(['message_id', 'role', 'text'])
        .where('words', 'is', null)
        .where('role', '<>', 'welcome')
        .orderBy('message_id')
        .execute();
      for (const message of missing)
        await db
          .updateTable('messages')
          .set({ words: wordsOf(message) })
          .where('workspace_id', '=', workspaceId)
          .where('agent_id', '=', agentId)
          .where('session_id', '=', sessionId)
          .where('message_id', '=', message.message_id)
          .execute();
      const language = languageOf(missing);
      await db
        .updateTable('conversations')
        .set(({ ref, fn, val }) => ({
          searchable_count: ref('message_count'),
          language: fn.coalesce('language', val(language)),
        }))
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .execute();
    },

    /** Notes that something happened in a session. */
    touch: async (agentId: AgentId, sessionId: string, now: number): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      await db
        .updateTable('conversations')
        .set({ last_activity_at: now })
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .execute();
    },
  };
};
