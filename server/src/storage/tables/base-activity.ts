import { sql } from 'kysely';
import type { AgentId, KnowledgeBaseId } from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';
import { visibility } from './visibility.ts';

/** What is in a knowledge base, and what is asked of it. */
export type BaseActivity = {
  knowledge_base_id: KnowledgeBaseId;
  indexed: number;
  processing: number;
  failed: number;
  /** Of the original files. */
  sizeBytes: number;
  /** When a source was last changed; undefined without sources. */
  changedAt: number | undefined;
  agents: number;
  /** Replies of these agents. */
  questions: number;
};

/** The activity of all knowledge bases at once, in four statements for any number of them. */
export const baseActivityReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const sourcesByBase = () =>
    db
      .selectFrom('sources')
      .select(({ fn }) => [
        'knowledge_base_id',
        'status',
        fn.countAll<number | string>().as('count'),
        fn.sum<number | string | null>('size_bytes').as('size'),
        fn.max('updated_at').as('changed_at'),
      ])
      .where('workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('knowledge_base_id', 'in', seen ?? []))
      .groupBy(['knowledge_base_id', 'status'])
      .execute();
  /** The visible agents of each knowledge base. */
  const agentsByBase = async (): Promise<Map<KnowledgeBaseId, AgentId[]>> => {
    const links = await db
      .selectFrom('agent_knowledge_bases')
      .select(['agent_id', 'knowledge_base_id'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    const hidden = new Set(
      links.filter((link) => !sees.base(link.knowledge_base_id)).map((link) => link.agent_id),
    );
    const visible = links.filter((link) => !hidden.has(link.agent_id));
    const groups = Map.groupBy(visible, (link) => link.knowledge_base_id);
    return new Map([...groups].map(([id, of]) => [id, of.map((link) => link.agent_id)]));
  };
  /** Without those of the dashboard's test chat, and without small talk. */
  const questionsByAgent = async (since: number): Promise<Map<AgentId, number>> => {
    const tests = sql`SELECT agent_id, session_id FROM conversations WHERE workspace_id = ${workspaceId} AND channel = 'dashboard'`;
    const rows = await db
      .selectFrom('messages')
      .select(({ fn }) => ['messages.agent_id', fn.countAll<number | string>().as('count')])
      .where('messages.workspace_id', '=', workspaceId)
      // A literal, so that it matches the index of replies.
      .where(sql<boolean>`messages.role = 'agent'`)
      .where('messages.created_at', '>=', since)
      .where(
        sql<boolean>`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover') AND (messages.agent_id, messages.session_id) NOT IN (${tests})`,
      )
      .groupBy('messages.agent_id')
      .execute();
    return new Map(rows.map((row) => [row.agent_id, Number(row.count)]));
  };
  return {
    /** since: from when on questions count. Knowledge bases without sources and agents are left out. */
    list: async (since: number): Promise<BaseActivity[]> => {
      const [sources, agents, questions] = await Promise.all([
        sourcesByBase(),
        agentsByBase(),
        questionsByAgent(since),
      ]);
      const byBase = Map.groupBy(sources, (row) => row.knowledge_base_id);
      return [...new Set([...byBase.keys(), ...agents.keys()])].map((id) => {
        const rows = byBase.get(id) ?? [];
        const of = agents.get(id) ?? [];
        const count = (status: string): number =>
          Number(rows.find((row) => row.status === status)?.count ?? 0);
        return {
          knowledge_base_id: id,
          indexed: count('indexed'),
          processing: count('processing'),
          failed: count('failed'),
          sizeBytes: rows.reduce((sum, row) => sum + Number(row.size ?? 0), 0),
          changedAt: rows.length === 0 ? undefined : Math.max(...rows.map((row) => Number(row.changed_at))),
          agents: of.length,
          questions: of.reduce((sum, agent) => sum + (questions.get(agent) ?? 0), 0),
        };
      });
    },
  };
};
