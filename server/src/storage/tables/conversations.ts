import type { AgentId, MessageId, SourceId } from '#lib/ids.ts';
import { redactReply } from '#storage/citation.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { ConversationRow, HandoverRow, MessageRow } from '#storage/tables.ts';
import { conversationChanges } from './conversation-changes.ts';
import { countMessages } from './count-messages.ts';
import { forgetQuestions } from './dismissed-gaps.ts';
import { eventWrites } from './events.ts';
import { hasHandover } from './handovers.ts';
import { visibility } from './visibility.ts';
import { languageOf, wordsOf } from './words-of-message.ts';

export const conversationReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const ofAgent = (agentId: AgentId) =>
    db
      .selectFrom('conversations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId);
  return {
    find: async (agentId: AgentId, sessionId: string): Promise<ConversationRow | undefined> =>
      (await sees.agent(agentId))
        ? await ofAgent(agentId).where('session_id', '=', sessionId).executeTakeFirst()
        : undefined,

    /** Most recently active first. */
    list: async (
      agentId: AgentId,
      {
        limit,
        after,
        sessionId,
        handover,
      }: PageRequest<[lastActivityAt: number, sessionId: string]> & {
        sessionId?: string | undefined;
        handover?: HandoverRow['status'] | undefined;
      },
    ): Promise<ConversationRow[]> =>
      !(await sees.agent(agentId))
        ? []
        : await ofAgent(agentId)
            .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId as string))
            .$if(handover !== undefined, (query) =>
              query.where(hasHandover(workspaceId, handover as HandoverRow['status'])),
            )
            .$if(after !== undefined, (query) =>
              query.where(({ eb, or, and }) => {
                const [at, session] = after as [number, string];
                return or([
                  eb('last_activity_at', '<', at),
                  and([eb('last_activity_at', '=', at), eb('session_id', '<', session)]),
                ]);
              }),
            )
            .orderBy('last_activity_at', 'desc')
            .orderBy('session_id', 'desc')
            .limit(limit + 1)
            .execute(),

    /** Oldest first. */
    messages: async (
      agentId: AgentId,
      sessionId: string,
      { limit, after, role }: PageRequest<MessageId> & { role?: MessageRow['role'] },
    ): Promise<MessageRow[]> =>
      !(await sees.agent(agentId))
        ? []
        : await db
            .selectFrom('messages')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('agent_id', '=', agentId)
            .where('session_id', '=', sessionId)
            .$if(after !== undefined, (query) => query.where('message_id', '>', after as MessageId))
            .$if(role !== undefined, (query) => query.where('role', '=', role as MessageRow['role']))
            .orderBy('message_id')
            .limit(limit + 1)
            .execute(),

    message: async (
      agentId: AgentId,
      sessionId: string,
      messageId: MessageId,
    ): Promise<MessageRow | undefined> =>
      (await sees.agent(agentId))
        ? await db
            .selectFrom('messages')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('agent_id', '=', agentId)
            .where('session_id', '=', sessionId)
            .where('message_id', '=', messageId)
            .executeTakeFirst()
        : undefined,

    /** The last `count` messages of the session, or of its part before a message, oldest first. */
    recentMessages: async (
      agentId: AgentId,
      sessionId: string,
      count: number,
      before?: MessageId,
    ): Promise<MessageRow[]> => {
      if (!(await sees.agent(agentId))) return [];
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .$if(before !== undefined, (query) => query.where('message_id', '<', before as MessageId))
        .orderBy('message_id', 'desc')
        .limit(count)
        .execute();
      return rows.toReversed();
    },
  };
};

/** The columns that only some roles use. */
const NOTHING = {
  confidence: null,
  confidence_reason: null,
  sources: '[]',
  citations: '[]',
  is_degraded: 0,
  usage: null,
  rating: null,
  comment: null,
  is_fallback: 0,
  duration_ms: null,
  kind: null,
  pinned_answer_id: null,
  author_id: null,
  author_name: null,
  rating_actor_type: null,
  rating_actor_id: null,
  rating_actor_name: null,
} as const;

export type NewMessage = Omit<
  MessageRow,
  keyof typeof NOTHING | 'workspace_id' | 'agent_id' | 'session_id' | 'words'
> &
  Partial<Pick<MessageRow, keyof typeof NOTHING>>;

type FeedbackColumns = Pick<
  MessageRow,
  'rating' | 'comment' | 'rating_actor_type' | 'rating_actor_id' | 'rating_actor_name'
>;

export const conversationWrites = (scope: WriteScope) => {
  const { db, workspaceId, asUser } = scope;
  const sees = visibility(scope);
  return {
    ...conversationChanges(scope),

    /** Appends the messages of one turn and counts all but the welcome message. Returns whether this turn created the
     *  conversation, which is from now on that of those for whom the scope reads, unless a person wrote. `restsOn`: the sources that the
     *  last message cites. channel: the way in, if it begins now. */
    append: async (
      agentId: AgentId,
      sessionId: string,
      messages: readonly NewMessage[],
      restsOn: readonly SourceId[],
      now: number,
      channel: string | null = null,
    ): Promise<boolean> => {
      if (!(await sees.agent(agentId)))
        throw new Error(`The agent ${agentId} is out of reach of the scope that writes to it.`);
      const counted = messages.filter((message) => message.role !== 'welcome').length;
      const asks = messages.some(({ role }) => role === 'user') ? 1 : 0;
      const [row] = await countMessages(
        scope,
        workspaceId,
        agentId,
        sessionId,
        counted,
        '{}',
        now,
        now,
        asUser && JSON.stringify(asUser),
        channel,
        languageOf(messages),
        counted,
        // What a person writes rests on no source.
        messages.every(({ role }) => role === 'person') ? 1 : 0,
        asks,
        asks,
      );
      await db
        .insertInto('messages')
        .values(
          messages.map((message) => ({
            ...NOTHING,
            ...message,
            words: wordsOf(message),
            workspace_id: workspaceId,
            agent_id: agentId,
            session_id: sessionId,
          })),
        )
        .execute();
      const isFirst = row?.message_count === counted;
      const last = messages.at(-1);
      if (!last || restsOn.length === 0) return isFirst;
      await db
        .insertInto('message_sources')
        .values(
          restsOn.map((sourceId) => ({
            workspace_id: workspaceId,
            source_id: sourceId,
            message_id: last.message_id,
          })),
        )
        .execute();
      return isFirst;
    },

    /** Replaces the feedback on a message. */
    rate: async (
      agentId: AgentId,
      sessionId: string,
      messageId: MessageId,
      feedback: FeedbackColumns,
    ): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      await db
        .updateTable('messages')
        .set(feedback)
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .where('message_id', '=', messageId)
        .execute();
    },

    /** Also removes its messages and the content of its events. False when there is no such session, or when it was
     *  active since `idleSince`. */
    remove: async (agentId: AgentId, sessionId: string, idleSince?: number): Promise<boolean> => {
      if (!(await sees.agent(agentId))) return false;
      const { last_activity_at } =
        (await db
          .selectFrom('conversations')
          .select('last_activity_at')
          .where('workspace_id', '=', workspaceId)
          .where('agent_id', '=', agentId)
          .where('session_id', '=', sessionId)
          .executeTakeFirst()) ?? {};
      if (last_activity_at === undefined) return false;
      if (idleSince !== undefined && last_activity_at >= idleSince) return false;
      await forgetQuestions(scope, agentId, sessionId);
      await eventWrites(scope).erase({ subject: `${agentId}/${sessionId}` });
      const { numDeletedRows } = await db
        .deleteFrom('conversations')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Removes a source that is being deleted from every reply that uses it, of any agent, and from the transcripts that
     *  events of hand-overs quote. */
    redactSource: async (sourceId: SourceId): Promise<void> => {
      const replies = await db
        .selectFrom('messages')
        .innerJoin('message_sources', (join) =>
          join
            .onRef('message_sources.workspace_id', '=', 'messages.workspace_id')
            .onRef('message_sources.message_id', '=', 'messages.message_id'),
        )
        .selectAll('messages')
        .where('message_sources.workspace_id', '=', workspaceId)
        .where('message_sources.source_id', '=', sourceId)
        .execute();
      const subjects = new Set(replies.map(({ agent_id, session_id }) => `${agent_id}/${session_id}`));
      for (const subject of subjects)
        await eventWrites(scope).erase({ subject, type: 'conversation.handover' });
      for (const { message_id, text, sources, citations } of replies) {
        const redacted = redactReply(
          { text, sources: JSON.parse(sources), citations: JSON.parse(citations) },
          sourceId,
        );
        await db
          .updateTable('messages')
          .set({
            text: redacted.text,
            words: wordsOf({ role: 'agent', text: redacted.text }),
            sources: JSON.stringify(redacted.sources),
            citations: JSON.stringify(redacted.citations),
          })
          .where('workspace_id', '=', workspaceId)
          .where('message_id', '=', message_id)
          .execute();
      }
      await db
        .deleteFrom('message_sources')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    },
  };
};
