import type { AccountId } from '#lib/ids.ts';
import { accountReads } from './accounts.ts';
import type { Engine } from './engine.ts';
import { signInReads } from './sign-ins.ts';
import type { InvitationRow, MemberRow, WorkspaceRow } from './tables.ts';

/** A workspace that somebody is a member of, and as what. */
export type Membership = Pick<MemberRow, 'workspace_id' | 'role'> & Pick<WorkspaceRow, 'name'>;

/** People and their sign-ins, over all workspaces: what is asked before a workspace is known. Of the live environment. */
export const peopleReads = (engine: Engine) => {
  const db = engine.reads;
  return {
    accounts: accountReads({ db }),
    signIns: signInReads({ db }),

    findInvitationByHash: async (secretHash: string): Promise<InvitationRow | undefined> =>
      await db.selectFrom('invitations').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst(),

    /** Those for an e-mail address that can still be used. */
    invitationsFor: async (email: string, now: number): Promise<InvitationRow[]> =>
      await db
        .selectFrom('invitations')
        .selectAll()
        .where('email', '=', email)
        .where('expires_at', '>', now)
        .orderBy('invitation_id')
        .execute(),

    /** Oldest workspace first. */
    membershipsOf: async (accountId: AccountId): Promise<Membership[]> =>
      await db
        .selectFrom('members')
        .innerJoin('workspaces', 'workspaces.workspace_id', 'members.workspace_id')
        .select(['members.workspace_id', 'members.role', 'workspaces.name'])
        .where('members.account_id', '=', accountId)
        .orderBy('members.workspace_id')
        .execute(),
  };
};
