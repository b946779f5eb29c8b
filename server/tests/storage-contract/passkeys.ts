import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import type { AccountRow, PasskeyRow } from '#storage/tables.ts';
import type { Context } from './context.ts';

/** The store contract for passkeys and second factors. */
export function passkeysContract(context: () => Context): void {
  const newAccount = (email: string): AccountRow =>
    ({ account_id: newId('account'), email, name: 'Ada', created_at: 1 }) as AccountRow;
  const newPasskey = (account: AccountRow, credential_id: string): PasskeyRow => ({
    passkey_id: newId('passkey'),
    account_id: account.account_id,
    name: 'Laptop',
    credential_id,
    public_key: 'AAAA',
    sign_count: 1,
    transports: '[]',
    created_at: 1,
    last_used_at: null,
  });

  it('a credential is registered once, and of two uses with the same count only one succeeds', async () => {
    const { store, ours } = context();
    const account = newAccount('one@example.com');
    const passkey = newPasskey(account, 'one');
    await ours.store.transaction(async (tx) => {
      expect(await tx.accounts.insert(account)).toBe(true);
      expect(await tx.passkeys.insert(passkey)).toBe(true);
      expect(await tx.passkeys.insert(newPasskey(account, 'one'))).toBe(false);
      expect(await tx.passkeys.use(passkey, { sign_count: 2, last_used_at: 5 })).toBe(true);
      expect(await tx.passkeys.use(passkey, { sign_count: 3, last_used_at: 6 })).toBe(false);
    });
    expect(await store.people.passkeys.findByCredential('one')).toMatchObject({
      sign_count: 2,
      last_used_at: 5,
    });
  });

  it('removing an account removes its passkeys, and removeOf removes all', async () => {
    const { store, ours } = context();
    const [gone, left] = [newAccount('gone@example.com'), newAccount('left@example.com')];
    await ours.store.transaction(async (tx) => {
      for (const account of [gone, left]) await tx.accounts.insert(account);
      for (const each of ['a', 'b']) await tx.passkeys.insert(newPasskey(gone, each));
      for (const each of ['c', 'd']) await tx.passkeys.insert(newPasskey(left, each));
      await tx.accounts.remove(gone.account_id);
    });
    expect(await store.people.passkeys.findByCredential('a')).toBeUndefined();
    expect(await store.people.passkeys.ofAccount(left.account_id)).toHaveLength(2);
    await ours.store.transaction((tx) => tx.passkeys.removeOf(left.account_id));
    expect(await store.people.passkeys.ofAccount(left.account_id)).toEqual([]);
  });

  it('a second factor changes only if it is unchanged since it was read', async () => {
    const { store, ours } = context();
    const account = newAccount('two@example.com');
    await ours.store.transaction((tx) => tx.accounts.insert(account));
    const before = await store.people.accounts.find(account.account_id);
    if (!before) throw new Error('the account is not there');
    const change = (step: number) =>
      ours.store.transaction((tx) => tx.accounts.changeSecondFactor(before, { totp_last_step: step }));
    expect([await change(1), await change(2)]).toEqual([true, false]);
  });
}
