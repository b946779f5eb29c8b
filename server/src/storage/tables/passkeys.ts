import type { AccountId, PasskeyId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { PasskeyRow } from '#storage/tables.ts';

/** Passkeys belong to accounts, which belong to no workspace, so only the scope's database is used. */
export const passkeyReads = ({ db }: Pick<ReadScope, 'db'>) => ({
  findByCredential: async (credentialId: string): Promise<PasskeyRow | undefined> =>
    await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst(),

  /** Oldest first. */
  ofAccount: async (accountId: AccountId): Promise<PasskeyRow[]> =>
    await db
      .selectFrom('passkeys')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('passkey_id')
      .execute(),
});

export const passkeyWrites = ({ db }: Pick<WriteScope, 'db'>) => ({
  /** False when the credential is already registered. */
  insert: async (row: PasskeyRow): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkeys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },

  rename: async (accountId: AccountId, passkeyId: PasskeyId, name: string): Promise<void> => {
    await db
      .updateTable('passkeys')
      .set({ name })
      .where('account_id', '=', accountId)
      .where('passkey_id', '=', passkeyId)
      .execute();
  },

  /** Records a use. False when the passkey was removed, or used by another request, since it was read. */
  use: async (
    { passkey_id, sign_count }: Pick<PasskeyRow, 'passkey_id' | 'sign_count'>,
    used: Pick<PasskeyRow, 'sign_count' | 'last_used_at'>,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set(used)
      .where('passkey_id', '=', passkey_id)
      .where('sign_count', '=', sign_count)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** False when the account has no such passkey. */
  remove: async (accountId: AccountId, passkeyId: PasskeyId): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('passkeys')
      .where('account_id', '=', accountId)
      .where('passkey_id', '=', passkeyId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  /** Removes all passkeys of an account. */
  removeOf: async (accountId: AccountId): Promise<void> => {
    await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  },
});
