import { type RawBuilder, sql } from 'kysely';
import type { AgentId, WorkspaceId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { ConversationRow, HandoverRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { visibility } from './visibility.ts';

/** The columns that say whose it is and how far it got. */
type HandoverState = Pick<
  HandoverRow,
  'status' | 'assignee_type' | 'assignee_id' | 'assignee_name' | 'assigned_at' | 'resolved_at'
>;

const handoverOf = compiledOnce(
  (db, workspaceId: WorkspaceId, agentId: AgentId, sessionId: string) =>
    db
      .selectFrom('handovers')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .where('session_id', '=', sessionId),
  3,
);

export const handoverReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    find: async (agentId: AgentId, sessionId: string): Promise<HandoverRow | undefined> =>
      (await sees.agent(agentId)) ? (await handoverOf(scope, workspaceId, agentId, sessionId))[0] : undefined,

    /** How many there are of each status; of those assigned to someone, how many are theirs. */
    counts: async (assigneeId: string): Promise<Record<'open' | 'assigned' | 'mine', number>> => {
      sees.assertWhole();
      const rows = await db
        .selectFrom('handovers')
        .select(({ fn }) => ['status', 'assignee_id', fn.countAll<number | string>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .where('status', 'in', ['open', 'assigned'])
        .groupBy(['status', 'assignee_id'])
        .execute();
      const sum = (isCounted: (row: (typeof rows)[number]) => boolean): number =>
        rows.filter(isCounted).reduce((total, { count }) => total + Number(count), 0);
      return {
        open: sum(({ status }) => status === 'open'),
        assigned: sum(({ status }) => status === 'assigned'),
        mine: sum(({ status, assignee_id }) => status === 'assigned' && assignee_id === assigneeId),
      };
    },

    /** Those of a page of conversations. */
    findMany: async (
      conversations: readonly Pick<ConversationRow, 'agent_id' | 'session_id'>[],
    ): Promise<HandoverRow[]> => {
      const seen = new Set<AgentId>();
      for (const agentId of new Set(conversations.map(({ agent_id }) => agent_id)))
        if (await sees.agent(agentId)) seen.add(agentId);
      const keys = conversations.filter(({ agent_id }) => seen.has(agent_id));
      if (keys.length === 0) return [];
      return await db
        .selectFrom('handovers')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where(
          sql<boolean>`(agent_id, session_id) IN (${sql.join(
            keys.map(({ agent_id, session_id }) => sql`(${agent_id}, ${session_id})`),
          )})`,
        )
        .execute();
    },
  };
};

export const handoverWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    /** Replaces the earlier hand-over of the conversation. */
    put: async (columns: Omit<HandoverRow, 'workspace_id'>): Promise<void> => {
      if (!(await sees.agent(columns.agent_id)))
        throw new Error(`The agent ${columns.agent_id} is out of reach of the scope that writes to it.`);
      await db
        .insertInto('handovers')
        .values({ ...columns, workspace_id: workspaceId })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'agent_id', 'session_id']).doUpdateSet(columns),
        )
        .execute();
    },

    /** Changes the state of a hand-over. Does nothing if there is none. */
    update: async (agentId: AgentId, sessionId: string, state: Partial<HandoverState>): Promise<void> => {
      if (!(await sees.agent(agentId))) return;
      await db
        .updateTable('handovers')
        .set(state)
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .where('session_id', '=', sessionId)
        .execute();
    },
  };
};

/** Whether a conversation has a hand-over of this status. */
export const hasHandover = (workspaceId: WorkspaceId, status: HandoverRow['status']): RawBuilder<boolean> =>
  sql<boolean>`(conversations.agent_id, conversations.session_id) IN (
    SELECT handovers.agent_id, handovers.session_id FROM handovers
    WHERE handovers.workspace_id = ${workspaceId} AND handovers.status = ${status}
  )`;
