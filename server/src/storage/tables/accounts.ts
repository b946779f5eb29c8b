import type { AccountId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { AccountRow, MemberRow, WorkspaceRow } from '#storage/tables.ts';

/** A workspace that an account belongs to, with its role. */
export type Membership = Pick<MemberRow, 'workspace_id' | 'role' | 'is_proved'> & Pick<WorkspaceRow, 'name'>;

type SecondFactor = Pick<
  AccountRow,
  'totp_secret' | 'totp_confirmed_at' | 'totp_last_step' | 'recovery_codes'
>;

/** Accounts belong to no workspace, so only the scope's database is used. */
export const accountReads = ({ db }: Pick<ReadScope, 'db'>) => {
  const accounts = () => db.selectFrom('accounts').selectAll();
  return {
    find: async (accountId: AccountId): Promise<AccountRow | undefined> =>
      await accounts().where('account_id', '=', accountId).executeTakeFirst(),

    /** `email` in lower case. */
    findByEmail: async (email: string): Promise<AccountRow | undefined> =>
      await accounts().where('email', '=', email).executeTakeFirst(),

    /** See AccountRow.identity. */
    findByIdentity: async (identity: string): Promise<AccountRow | undefined> =>
      await accounts().where('identity', '=', identity).executeTakeFirst(),

    /** Oldest workspace first. Two statements, so that Citus asks only the machines of these workspaces for their
     *  names. */
    membershipsOf: async (accountId: AccountId): Promise<Membership[]> => {
      const memberships = await db
        .selectFrom('members')
        .select(['workspace_id', 'role', 'is_proved'])
        .where('account_id', '=', accountId)
        .orderBy('workspace_id')
        .execute();
      if (memberships.length === 0) return [];
      const ids = memberships.map((membership) => membership.workspace_id);
      const workspaces = await db
        .selectFrom('workspaces')
        .select(['workspace_id', 'name'])
        .where('workspace_id', 'in', ids)
        .execute();
      const names = new Map(workspaces.map(({ workspace_id, name }) => [workspace_id, name]));
      return memberships.flatMap((membership) => {
        const name = names.get(membership.workspace_id);
        return name === undefined ? [] : [{ ...membership, name }];
      });
    },

    exist: async (): Promise<boolean> =>
      (await db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst()) !== undefined,

    /** All accounts of the installation, oldest first. */
    list: async (): Promise<AccountRow[]> => await accounts().orderBy('account_id').execute(),
  };
};

export const accountWrites = ({ db }: Pick<WriteScope, 'db'>) => ({
  /** False when another account has the email address or the identity. */
  insert: async (row: AccountRow): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  /** The current row of the account, locked: no other transaction, not even of another workspace, changes it before
   *  this one ends. */
  lock: async (accountId: AccountId): Promise<AccountRow | undefined> =>
    await db
      .updateTable('accounts')
      .set(({ ref }) => ({ last_sign_in_at: ref('last_sign_in_at') }))
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst(),

  update: async (
    accountId: AccountId,
    changes: Partial<
      Pick<AccountRow, 'name' | 'password_hash' | 'identity' | 'last_sign_in_at' | 'email_proved_at'>
    >,
  ): Promise<void> => {
    await db.updateTable('accounts').set(changes).where('account_id', '=', accountId).execute();
  },

  /** Changes the second factor of an account if it is unchanged since it was read, so that no code works twice. False
   *  when another request was faster. */
  changeSecondFactor: async (before: AccountRow, changes: Partial<SecondFactor>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('accounts')
      .set(changes)
      .where('account_id', '=', before.account_id)
      .where('totp_secret', 'is not distinct from', before.totp_secret)
      .where('totp_confirmed_at', 'is not distinct from', before.totp_confirmed_at)
      .where('totp_last_step', 'is not distinct from', before.totp_last_step)
      .where('recovery_codes', 'is not distinct from', before.recovery_codes)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** Removes the account and its passkeys. Remove its memberships and sign-ins first. */
  remove: async (accountId: AccountId): Promise<void> => {
    await db.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  },
});
