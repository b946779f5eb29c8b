import type { ReadScope, WriteScope } from './scope.ts';
import type { WorkspaceRow } from './tables.ts';

export const workspaceReads = ({ db, workspaceId }: ReadScope) => ({
  exists: async (): Promise<boolean> =>
    (await db
      .selectFrom('workspaces')
      .select('workspace_id')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()) !== undefined,

  get: async (): Promise<WorkspaceRow> =>
    await db
      .selectFrom('workspaces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow(),
});

export const workspaceWrites = ({ db, workspaceId }: WriteScope) => ({
  create: async (row: Omit<WorkspaceRow, 'workspace_id'>): Promise<void> => {
    await db
      .insertInto('workspaces')
      .values({ ...row, workspace_id: workspaceId })
      .execute();
  },
  update: async (changes: Partial<Pick<WorkspaceRow, 'name' | 'updated_at'>>): Promise<WorkspaceRow> =>
    await db
      .updateTable('workspaces')
      .set(changes)
      .where('workspace_id', '=', workspaceId)
      .returningAll()
      .executeTakeFirstOrThrow(),
});
