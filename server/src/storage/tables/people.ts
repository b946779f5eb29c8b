import type { Engine } from '#storage/engine.ts';
import type { InvitationRow } from '#storage/tables.ts';
import { accountReads } from './accounts.ts';
import { passkeyReads } from './passkeys.ts';
import { signInReads } from './sign-ins.ts';

/** People and their sign-ins over all workspaces, for lookups before a workspace is known. Live environment only. */
export const peopleReads = (engine: Engine) => {
  const db = engine.reads;
  return {
    accounts: accountReads({ db }),
    passkeys: passkeyReads({ db }),
    signIns: signInReads({ db }),

    findInvitationByHash: async (secretHash: string): Promise<InvitationRow | undefined> =>
      await db.selectFrom('invitations').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst(),

    /** The valid invitations for an email address, in all workspaces. */
    invitationsFor: async (email: string, now: number): Promise<InvitationRow[]> =>
      await db
        .selectFrom('invitations')
        .selectAll()
        .where('email', '=', email)
        .where('expires_at', '>', now)
        .orderBy('invitation_id')
        .execute(),

    membershipsOf: accountReads({ db }).membershipsOf,
  };
};
