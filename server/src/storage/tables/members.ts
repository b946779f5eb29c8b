import type { AccountId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { AccountRow, MemberRow, Role } from '#storage/tables.ts';

/** A member with data of their account. */
export type MemberWithAccount = MemberRow &
  Pick<AccountRow, 'email' | 'name' | 'last_sign_in_at' | 'email_proved_at'> & {
    /** 1 unless a password is all it takes to sign in; a passkey besides it changes nothing. */
    has_second_factor: number;
  };

export const memberReads = ({ db, workspaceId }: ReadScope) => {
  const members = () =>
    db
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.account_id', 'members.account_id')
      .selectAll('members')
      .select(['accounts.email', 'accounts.name', 'accounts.last_sign_in_at', 'accounts.email_proved_at'])
      .select((row) =>
        row
          .case()
          .when(
            row.or([
              row('accounts.totp_confirmed_at', 'is not', null),
              row('accounts.password_hash', 'is', null),
            ]),
          )
          .then(1)
          .else(0)
          .end()
          .as('has_second_factor'),
      )
      .where('members.workspace_id', '=', workspaceId);
  return {
    find: async (accountId: AccountId): Promise<MemberWithAccount | undefined> =>
      await members().where('members.account_id', '=', accountId).executeTakeFirst(),

    /** Newest account first. */
    list: async ({ limit, after }: PageRequest<AccountId>): Promise<MemberWithAccount[]> =>
      await members()
        .$if(after !== undefined, (query) => query.where('members.account_id', '<', after as AccountId))
        .orderBy('members.account_id', 'desc')
        .limit(limit + 1)
        .execute(),

    ownerCount: async (): Promise<number> => {
      const { count } = await db
        .selectFrom('members')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('role', '=', 'owner')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
};

export const memberWrites = ({ db, workspaceId }: WriteScope) => ({
  /** An existing member gets the new role and inviter, and stays proved. */
  insert: async (row: Omit<MemberRow, 'workspace_id'>): Promise<void> => {
    const { role, invited_by } = row;
    await db
      .insertInto('members')
      .values({ ...row, workspace_id: workspaceId })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'account_id'])
          .doUpdateSet({ role, invited_by, ...(row.is_proved === 1 && { is_proved: 1 }) }),
      )
      .execute();
  },

  setRole: async (accountId: AccountId, role: Role): Promise<void> => {
    await db
      .updateTable('members')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .execute();
  },

  remove: async (accountId: AccountId): Promise<void> => {
    await db
      .deleteFrom('members')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .execute();
  },
});
