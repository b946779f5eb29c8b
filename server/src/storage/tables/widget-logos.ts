import type { AgentId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { WidgetLogoRow } from '#storage/tables.ts';
import { visibility } from './visibility.ts';

export const widgetLogoReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  return {
    find: async (agentId: AgentId): Promise<WidgetLogoRow | undefined> =>
      (await sees.agent(agentId))
        ? await db
            .selectFrom('widget_logos')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('agent_id', '=', agentId)
            .executeTakeFirst()
        : undefined,

    /** The hash of a logo, without its bytes. */
    hashOf: async (agentId: AgentId): Promise<string | undefined> => {
      if (!(await sees.agent(agentId))) return undefined;
      const row = await db
        .selectFrom('widget_logos')
        .select('sha256')
        .where('workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId)
        .executeTakeFirst();
      return row?.sha256;
    },
  };
};

export const widgetLogoWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const remove = async (agentId: AgentId): Promise<void> => {
    if (!(await sees.agent(agentId))) return;
    await db
      .deleteFrom('widget_logos')
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', agentId)
      .execute();
  };
  return {
    /** Replaces the logo of an agent. */
    put: async (row: Omit<WidgetLogoRow, 'workspace_id'>): Promise<void> => {
      await remove(row.agent_id);
      await db
        .insertInto('widget_logos')
        .values({ ...row, workspace_id: workspaceId })
        .execute();
    },

    remove,
  };
};
