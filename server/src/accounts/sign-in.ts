import { type AccountId, newId } from '#lib/ids.ts';
import { newToken } from '#lib/token.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SignInRow } from '#storage/tables.ts';

/** A browser that is not used for this long has to sign in again. */
const LASTS_MS = 30 * 24 * 3_600_000;
const USER_AGENT_CHARACTERS = 200;

/** Until when somebody is signed in who was seen now. */
export const expiryOf = (now: number): Pick<SignInRow, 'last_seen_at' | 'expires_at'> => ({
  last_seen_at: now,
  expires_at: now + LASTS_MS,
});

/** Signs an account in, in the workspace of the transaction. Returns the token of the cookie. */
export async function signIn(
  tx: Pick<WorkspaceTransaction, 'signIns' | 'accounts'>,
  { accountId, userAgent = '', now }: { accountId: AccountId; userAgent?: string | undefined; now: number },
): Promise<string> {
  const { token, hash } = newToken();
  await tx.signIns.insert({
    sign_in_id: newId('signIn'),
    account_id: accountId,
    secret_hash: hash,
    user_agent: userAgent.slice(0, USER_AGENT_CHARACTERS),
    created_at: now,
    ...expiryOf(now),
  });
  await tx.accounts.update(accountId, { last_sign_in_at: now });
  return token;
}
