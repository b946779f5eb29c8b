import { sql } from 'kysely';
import type { AgentId, KnowledgeBaseId, MessageId, SourceId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { MessageRow, MessageVerdictRow, Verdict } from '#storage/tables.ts';
import { sourceReads } from './sources.ts';
import { visibility } from './visibility.ts';

/** A reviewer's verdict, with the sources that still exist and that the scope sees. */
export type VerdictOnReply = Omit<MessageVerdictRow, 'source_ids'> & { source_ids: SourceId[] };

/** A reply with the verdict that counts: the latest. Undefined if it was only rated. */
export type ReviewedReply = {
  message: MessageRow;
  verdict: { verdict: Verdict; must: string[]; sourceIds: SourceId[] } | undefined;
};

/** since is inclusive, until exclusive: when the reply was given. */
type ReviewedFilter = {
  verdicts: readonly Verdict[];
  /** Of replies that have no verdict. */
  ratings: readonly ('up' | 'down')[];
  agentId?: AgentId | undefined;
  /** Only of agents that use no other knowledge bases than these, which the scope sees. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
  limit: number;
};

export const verdictReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const withSources = async (rows: MessageVerdictRow[]): Promise<VerdictOnReply[]> => {
    const named = rows.map((row) => JSON.parse(row.source_ids) as SourceId[]);
    const all = [...new Set(named.flat())];
    const found = all.length === 0 ? [] : await sourceReads(scope).findMany(all);
    const known = new Set(found.map(({ source_id }) => source_id));
    return rows.map((row, index) => ({
      ...row,
      source_ids: (named[index] ?? []).filter((id) => known.has(id)),
    }));
  };
  /** Replies of agents that the scope sees, newest first. */
  const replies = (
    { agentId, since, until, limit }: ReviewedFilter,
    bases: readonly KnowledgeBaseId[] | null,
  ) =>
    db
      .selectFrom('messages')
      .where('messages.workspace_id', '=', workspaceId)
      // A literal, so that the index of replies serves.
      .where(sql<boolean>`messages.role = 'agent'`)
      .$if(agentId !== undefined, (query) => query.where('messages.agent_id', '=', agentId as AgentId))
      .$if(since !== undefined, (query) => query.where('messages.created_at', '>=', since as number))
      .$if(until !== undefined, (query) => query.where('messages.created_at', '<', until as number))
      .$if(bases !== null, (query) =>
        query.where(({ and, exists, not, selectFrom }) => {
          const links = selectFrom('agent_knowledge_bases as links')
            .select('links.agent_id')
            .where('links.workspace_id', '=', workspaceId)
            .whereRef('links.agent_id', '=', 'messages.agent_id');
          return and([
            exists(links),
            not(exists(links.where('links.knowledge_base_id', 'not in', bases ?? []))),
          ]);
        }),
      )
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.message_id', 'desc')
      .limit(limit);
  return {
    /** The verdicts on some messages of a session, oldest first. */
    ofMessages: async (
      agentId: AgentId,
      sessionId: string,
      messageIds: readonly MessageId[],
    ): Promise<VerdictOnReply[]> =>
      messageIds.length === 0 || !(await sees.agent(agentId))
        ? []
        : await withSources(
            await db
              .selectFrom('message_verdicts')
              .selectAll()
              .where('workspace_id', '=', workspaceId)
              .where('agent_id', '=', agentId)
              .where('session_id', '=', sessionId)
              .where('message_id', 'in', messageIds)
              .orderBy('created_at')
              .orderBy('actor_id')
              .execute(),
          ),

    /** Replies whose latest verdict is one of these, and replies without a verdict that have one of these ratings; newest
     *  first. */
    reviewedReplies: async (filter: ReviewedFilter): Promise<ReviewedReply[]> => {
      const { verdicts, ratings, limit } = filter;
      const bases = filter.knowledgeBaseIds?.filter(sees.base) ?? seen;
      if (bases?.length === 0) return [];
      const judged =
        verdicts.length === 0
          ? []
          : await replies(filter, bases)
              .innerJoin('message_verdicts as latest', (join) =>
                join
                  .onRef('latest.workspace_id', '=', 'messages.workspace_id')
                  .onRef('latest.agent_id', '=', 'messages.agent_id')
                  .onRef('latest.session_id', '=', 'messages.session_id')
                  .onRef('latest.message_id', '=', 'messages.message_id'),
              )
              .selectAll('messages')
              .select(['latest.verdict', 'latest.must', 'latest.source_ids'])
              .where('latest.workspace_id', '=', workspaceId)
              .where('latest.verdict', 'in', verdicts)
              .where(
                sql<boolean>`NOT EXISTS (
                  SELECT 1 FROM message_verdicts AS later WHERE later.workspace_id = ${workspaceId}
                    AND later.agent_id = latest.agent_id AND later.session_id = latest.session_id
                    AND later.message_id = latest.message_id
                    AND (later.updated_at, later.actor_id) > (latest.updated_at, latest.actor_id)
                )`,
              )
              .execute();
      const rated =
        ratings.length === 0
          ? []
          : await replies(filter, bases)
              .selectAll('messages')
              .where('messages.rating', 'in', ratings)
              .where(
                sql<boolean>`NOT EXISTS (
                  SELECT 1 FROM message_verdicts WHERE message_verdicts.workspace_id = ${workspaceId}
                    AND message_verdicts.agent_id = messages.agent_id
                    AND message_verdicts.session_id = messages.session_id
                    AND message_verdicts.message_id = messages.message_id
                )`,
              )
              .execute();
      const reviewed: ReviewedReply[] = rated.map((message) => ({ message, verdict: undefined }));
      for (const { verdict, must, source_ids, ...message } of judged) {
        const sourceIds = JSON.parse(source_ids) as SourceId[];
        reviewed.push({ message, verdict: { verdict, must: JSON.parse(must) as string[], sourceIds } });
      }
      return reviewed
        .sort(
          ({ message: a }, { message: b }) =>
            b.created_at - a.created_at || (b.message_id < a.message_id ? -1 : 1),
        )
        .slice(0, limit);
    },
  };
};

type VerdictKey = Pick<MessageVerdictRow, 'agent_id' | 'session_id' | 'message_id' | 'actor_id'>;

export const verdictWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    /** Replaces the reviewer's earlier verdict on the message and keeps its `created_at`. */
    put: async (verdict: Omit<MessageVerdictRow, 'workspace_id'>): Promise<void> => {
      if (!(await sees.agent(verdict.agent_id)))
        throw new Error(`The agent ${verdict.agent_id} is out of reach of the scope that writes to it.`);
      const {
        agent_id: _a,
        session_id: _s,
        message_id: _m,
        actor_id: _i,
        created_at: _c,
        ...changes
      } = verdict;
      await db
        .insertInto('message_verdicts')
        .values({ ...verdict, workspace_id: workspaceId })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'agent_id', 'session_id', 'message_id', 'actor_id'])
            .doUpdateSet(changes),
        )
        .execute();
    },

    /** False when the reviewer has no verdict on the message. */
    remove: async ({ agent_id, session_id, message_id, actor_id }: VerdictKey): Promise<boolean> => {
      if (!(await sees.agent(agent_id))) return false;
      const { numDeletedRows } = await db
        .deleteFrom('message_verdicts')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agent_id)
        .where('session_id', '=', session_id)
        .where('message_id', '=', message_id)
        .where('actor_id', '=', actor_id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};
