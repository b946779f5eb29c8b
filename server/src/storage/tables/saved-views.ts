import type { ViewId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { SavedViewRow } from '#storage/tables.ts';

/** Whose views are read: their own, and those that everyone sees. */
type Reader = { ownerId: string };

export const savedViewReads = ({ db, workspaceId }: ReadScope) => {
  const all = () => db.selectFrom('saved_views').where('workspace_id', '=', workspaceId);
  const seenBy = ({ ownerId }: Reader) =>
    all().where(({ eb, or }) => or([eb('is_shared', '=', 1), eb('owner_id', '=', ownerId)]));
  return {
    find: async (viewId: ViewId, reader: Reader): Promise<SavedViewRow | undefined> =>
      await seenBy(reader).selectAll().where('view_id', '=', viewId).executeTakeFirst(),

    /** Oldest first. */
    list: async ({
      limit,
      after,
      list,
      ...reader
    }: PageRequest<ViewId> & Reader & { list?: SavedViewRow['list'] | undefined }): Promise<SavedViewRow[]> =>
      await seenBy(reader)
        .selectAll()
        .$if(list !== undefined, (query) => query.where('list', '=', list as SavedViewRow['list']))
        .$if(after !== undefined, (query) => query.where('view_id', '>', after as ViewId))
        .orderBy('view_id')
        .limit(limit + 1)
        .execute(),

    /** How many there are of an owner, and how many that everyone sees. */
    counts: async ({ ownerId }: Reader): Promise<{ own: number; shared: number }> => {
      const rows = await seenBy({ ownerId }).select(['owner_id', 'is_shared']).execute();
      return {
        own: rows.filter(({ owner_id }) => owner_id === ownerId).length,
        shared: rows.filter(({ is_shared }) => is_shared === 1).length,
      };
    },
  };
};

export const savedViewWrites = ({ db, workspaceId }: WriteScope) => ({
  insert: async (row: Omit<SavedViewRow, 'workspace_id'>): Promise<SavedViewRow> => {
    const whole = { ...row, workspace_id: workspaceId };
    await db.insertInto('saved_views').values(whole).execute();
    return whole;
  },

  /** Undefined when there is no view with this id. */
  update: async (
    viewId: ViewId,
    changes: Partial<Pick<SavedViewRow, 'name' | 'filters' | 'is_shared' | 'updated_at'>>,
  ): Promise<SavedViewRow | undefined> =>
    await db
      .updateTable('saved_views')
      .set(changes)
      .where('workspace_id', '=', workspaceId)
      .where('view_id', '=', viewId)
      .returningAll()
      .executeTakeFirst(),

  /** False when there is no view with this id. */
  remove: async (viewId: ViewId): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_views')
      .where('workspace_id', '=', workspaceId)
      .where('view_id', '=', viewId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  /** Removes the views that only this owner sees. */
  removeOwn: async (ownerId: string): Promise<void> => {
    await db
      .deleteFrom('saved_views')
      .where('workspace_id', '=', workspaceId)
      .where('owner_id', '=', ownerId)
      .where('is_shared', '=', 0)
      .execute();
  },
});
