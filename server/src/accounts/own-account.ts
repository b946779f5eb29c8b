import { AppError } from '#errors.ts';
import type { AccountId } from '#lib/ids.ts';
import type { Principal } from '#records/principal.ts';
import type { Store } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';

/** The account of the signed-in person. Throws 401 when it was removed. */
export async function ownAccount(live: Store, { actor }: Principal): Promise<AccountRow> {
  const account = await live.people.accounts.find(actor.id as AccountId);
  if (!account) throw new AppError('unauthorized', 'Your account was removed.');
  return account;
}
