import type { InvitationId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { InvitationRow } from '#storage/tables.ts';

export const invitationReads = ({ db, workspaceId }: ReadScope) => ({
  find: async (invitationId: InvitationId): Promise<InvitationRow | undefined> =>
    await db
      .selectFrom('invitations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('invitation_id', '=', invitationId)
      .executeTakeFirst(),

  /** Valid invitations, newest first. */
  list: async ({
    limit,
    after,
    now,
  }: PageRequest<InvitationId> & { now: number }): Promise<InvitationRow[]> =>
    await db
      .selectFrom('invitations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', now)
      .$if(after !== undefined, (query) => query.where('invitation_id', '<', after as InvitationId))
      .orderBy('invitation_id', 'desc')
      .limit(limit + 1)
      .execute(),
});

export const invitationWrites = ({ db, workspaceId }: WriteScope) => ({
  /** Also removes expired invitations. */
  insert: async (row: Omit<InvitationRow, 'workspace_id'>): Promise<void> => {
    await db
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '<=', row.created_at)
      .execute();
    await db
      .insertInto('invitations')
      .values({ ...row, workspace_id: workspaceId })
      .execute();
  },

  /** False when it was already used or revoked. */
  remove: async (invitationId: InvitationId): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('invitations')
      .where('workspace_id', '=', workspaceId)
      .where('invitation_id', '=', invitationId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
