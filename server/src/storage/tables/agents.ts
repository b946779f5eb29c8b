import type { AgentId, KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { AgentRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { directoryWrites } from './directory.ts';
import { forgetQuestions } from './dismissed-gaps.ts';
import { eventWrites } from './events.ts';
import { spentTokenWrites } from './spent-tokens.ts';
import { visibility } from './visibility.ts';

export type AgentWithBases = AgentRow & { knowledge_base_ids: KnowledgeBaseId[] };

/** Each turn reads its agent twice: before it is drafted and when it is written. */
const agentWith = compiledOnce(
  (db, workspaceId: WorkspaceId, agentId: AgentId) =>
    db
      .selectFrom('agents')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId),
  2,
);
const linksOf = compiledOnce(
  (db, workspaceId: WorkspaceId, agentId: AgentId) =>
    db
      .selectFrom('agent_knowledge_bases')
      .select('knowledge_base_id')
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .orderBy('position'),
  2,
);

export const agentReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const withBases = async (agents: AgentRow[]): Promise<AgentWithBases[]> => {
    if (agents.length === 0) return [];
    const links = await db
      .selectFrom('agent_knowledge_bases')
      .select(['agent_id', 'knowledge_base_id'])
      .where('workspace_id', '=', workspaceId)
      .where(
        'agent_id',
        'in',
        agents.map((agent) => agent.agent_id),
      )
      .orderBy('position')
      .execute();
    const basesOf = Map.groupBy(links, (link) => link.agent_id);
    return agents.map((agent) => ({
      ...agent,
      knowledge_base_ids: (basesOf.get(agent.agent_id) ?? []).map((link) => link.knowledge_base_id),
    }));
  };
  return {
    find: async (agentId: AgentId): Promise<AgentWithBases | undefined> => {
      if (!(await sees.agent(agentId))) return undefined;
      const [agent] = await agentWith(scope, workspaceId, agentId);
      if (!agent) return undefined;
      const links = await linksOf(scope, workspaceId, agentId);
      return { ...agent, knowledge_base_ids: links.map((link) => link.knowledge_base_id) };
    },

    /** Newest first. */
    list: async ({
      limit,
      after,
      status,
      name,
    }: PageRequest<AgentId> & {
      status?: AgentRow['status'] | undefined;
      name?: string | undefined;
    }): Promise<AgentWithBases[]> =>
      await withBases(
        await db
          .selectFrom('agents')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .$if(after !== undefined, (query) => query.where('agent_id', '<', after as AgentId))
          .$if(status !== undefined, (query) => query.where('status', '=', status as AgentRow['status']))
          .$if(name !== undefined, (query) => query.where('name', '=', name as string))
          .$if(seen !== null, (query) =>
            query.where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('agent_knowledge_bases as hidden')
                    .select('hidden.agent_id')
                    .where('hidden.workspace_id', '=', workspaceId)
                    .whereRef('hidden.agent_id', '=', 'agents.agent_id')
                    .where('hidden.knowledge_base_id', 'not in', seen ?? []),
                ),
              ),
            ),
          )
          .orderBy('agent_id', 'desc')
          .limit(limit + 1)
          .execute(),
      ),
  };
};

const NOTHING = {
  min_confidence: null,
  temperature: null,
  tokens_per_day: null,
  tokens_per_month: null,
  handover: 'never',
  version: 1,
  draft_saved_at: null,
  widget_appearance: null,
} as const;

type NewAgent = Omit<AgentRow, keyof typeof NOTHING | 'workspace_id'> &
  Partial<Pick<AgentRow, keyof typeof NOTHING>>;

export const agentWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    insert: async (columns: NewAgent): Promise<AgentRow> => {
      const row: AgentRow = { ...NOTHING, ...columns, workspace_id: workspaceId };
      await db.insertInto('agents').values(row).execute();
      return row;
    },

    /** False when there is no agent with this id. */
    update: async (
      agentId: AgentId,
      changes: Partial<Omit<AgentRow, 'workspace_id' | 'agent_id' | 'created_at'>>,
    ): Promise<boolean> => {
      if (!(await sees.agent(agentId))) return false;
      const { numUpdatedRows } = await db
        .updateTable('agents')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** Replaces the agent's whole list and keeps its order. */
    setKnowledgeBases: async (agentId: AgentId, ids: readonly KnowledgeBaseId[]): Promise<void> => {
      sees.assertBases(ids);
      await db
        .deleteFrom('agent_knowledge_bases')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .execute();
      await db
        .insertInto('agent_knowledge_bases')
        .values(
          ids.map((id, position) => ({
            workspace_id: workspaceId,
            agent_id: agentId,
            knowledge_base_id: id,
            position,
          })),
        )
        .execute();
    },

    /** Also removes its conversations, the content of its and their events, and dismissed gaps. False when there is no
     *  agent with this id. */
    remove: async (agentId: AgentId): Promise<boolean> => {
      if (!(await sees.agent(agentId))) return false;
      await forgetQuestions(scope, agentId);
      const { erase } = eventWrites(scope);
      await erase({ subject: agentId });
      await erase({ under: agentId });
      const tokens = await db
        .selectFrom('publishable_tokens')
        .select(['token_id', 'token'])
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .execute();
      for (const { token_id } of tokens) await erase({ subject: token_id });
      const { numDeletedRows } = await db
        .deleteFrom('agents')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await directoryWrites(scope).remove(
        'publishable_token',
        tokens.map(({ token }) => token),
      );
      await spentTokenWrites(scope).remove([agentId, ...tokens.map((token) => token.token_id)]);
      return true;
    },
  };
};
