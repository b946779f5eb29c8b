import type { AgentId, KnowledgeBaseId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { AgentVersionRow } from '#storage/tables.ts';
import { visibility } from './visibility.ts';

/** The number of the row that is the draft. */
const DRAFT = 0;

/** A version without what it configures, for lists. */
export type ListedVersion = Omit<AgentVersionRow, 'configuration'>;

const LISTED = [
  'workspace_id',
  'agent_id',
  'number',
  'knowledge_base_ids',
  'changed',
  'note',
  'restored_from',
  'actor_type',
  'actor_id',
  'actor_name',
  'created_at',
] as const;

/** A scope that is restricted to knowledge bases sees no version that used others, as it sees no agent that does. */
export const agentVersionReads = (scope: ReadScope) => {
  const { db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const isSeen = ({ knowledge_base_ids }: Pick<AgentVersionRow, 'knowledge_base_ids'>): boolean =>
    seen === null ||
    ((JSON.parse(knowledge_base_ids) as KnowledgeBaseId[] | null) ?? []).every((id) => seen.includes(id));
  const find = async (agentId: AgentId, number: number): Promise<AgentVersionRow | undefined> => {
    if (!(await sees.agent(agentId))) return undefined;
    const row = await db
      .selectFrom('agent_versions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .where('number', '=', number)
      .executeTakeFirst();
    return row && isSeen(row) ? row : undefined;
  };
  return {
    find,
    draft: async (agentId: AgentId): Promise<AgentVersionRow | undefined> => await find(agentId, DRAFT),

    /** Newest first. Few are kept, so that those which are not seen can be left out here. */
    list: async (agentId: AgentId, { limit, after }: PageRequest<number>): Promise<ListedVersion[]> => {
      if (!(await sees.agent(agentId))) return [];
      const rows = await db
        .selectFrom('agent_versions')
        .select(LISTED)
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('number', '>', DRAFT)
        .$if(after !== undefined, (query) => query.where('number', '<', after as number))
        .orderBy('number', 'desc')
        .execute();
      return rows.filter(isSeen).slice(0, limit + 1);
    },
  };
};

type NewVersion = Omit<AgentVersionRow, 'workspace_id'>;

export const agentVersionWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const insert = async (row: NewVersion): Promise<void> => {
    await db
      .insertInto('agent_versions')
      .values({ ...row, workspace_id: workspaceId })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'agent_id', 'number']).doNothing())
      .execute();
  };
  const removeDraft = async (agentId: AgentId): Promise<void> => {
    if (!(await sees.agent(agentId))) return;
    await db
      .deleteFrom('agent_versions')
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .where('number', '=', DRAFT)
      .execute();
  };
  return {
    /** Keeps the one that is there, if there is one with this number. */
    insert,
    removeDraft,

    /** Replaces the draft of an agent. */
    putDraft: async (row: Omit<NewVersion, 'number'>): Promise<void> => {
      await removeDraft(row.agent_id);
      await insert({ ...row, number: DRAFT });
    },

    /** Removes the versions before this one. */
    removeBefore: async (agentId: AgentId, number: number): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      await db
        .deleteFrom('agent_versions')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('number', '>', DRAFT)
        .where('number', '<', number)
        .execute();
    },
  };
};
