import type { AccountId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from './scope.ts';
import type { AccountRow } from './tables.ts';

/** Accounts belong to no workspace: of the scope, only the database counts. */
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

    exist: async (): Promise<boolean> =>
      (await db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst()) !== undefined,

    /** All of the installation, oldest first. */
    list: async (): Promise<AccountRow[]> => await accounts().orderBy('account_id').execute(),
  };
};

export const accountWrites = ({ db }: Pick<WriteScope, 'db'>) => ({
  /** False when another account has the e-mail address or the identity. */
  insert: async (row: AccountRow): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  update: async (
    accountId: AccountId,
    changes: Partial<Pick<AccountRow, 'name' | 'password_hash' | 'identity' | 'last_sign_in_at'>>,
  ): Promise<void> => {
    await db.updateTable('accounts').set(changes).where('account_id', '=', accountId).execute();
  },

  /** Its memberships and sign-ins must be gone before. */
  remove: async (accountId: AccountId): Promise<void> => {
    await db.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  },
});
