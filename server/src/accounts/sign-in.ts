import { type AccountId, newId } from '#lib/ids.ts';
import { hashToken, newToken } from '#lib/token.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SignInRow } from '#storage/tables.ts';

/** An idle browser is signed out after half a day: long enough for a working day with breaks, too short for
 *  yesterday's forgotten session to be of use (OWASP ASVS 3.3.2). */
const IDLE_MS = 12 * 3_600_000;
/** Every session ends, however much it is used, so that a stolen cookie does not work forever. */
const LONGEST_MS = 30 * 24 * 3_600_000;
const USER_AGENT_CHARACTERS = 200;

/** The expiry of a sign-in that started at `createdAt` and is used now. */
export const expiryOf = (createdAt: number, now: number): Pick<SignInRow, 'last_seen_at' | 'expires_at'> => ({
  last_seen_at: now,
  expires_at: Math.min(now + IDLE_MS, createdAt + LONGEST_MS),
});

type NewSignIn = {
  accountId: AccountId;
  userAgent?: string | undefined;
  /** The token that the browser had before. */
  previous?: string | undefined;
  /** Whether the sign-in counts as a confirmation of identity. */
  isConfirmed: boolean;
  now: number;
};

/** Signs an account in to the transaction's workspace, and ends the browser's previous sign-in. Returns the token for the
 *  cookie. */
export async function signIn(
  tx: Pick<WorkspaceTransaction, 'signIns' | 'accounts'>,
  { accountId, userAgent = '', previous, isConfirmed, now }: NewSignIn,
): Promise<string> {
  const before = previous === undefined ? undefined : await tx.signIns.findByHash(hashToken(previous));
  if (before) await tx.signIns.end(before.account_id, { only: before.sign_in_id });
  const { token, hash } = newToken();
  await tx.signIns.insert({
    sign_in_id: newId('signIn'),
    account_id: accountId,
    secret_hash: hash,
    user_agent: userAgent.slice(0, USER_AGENT_CHARACTERS),
    created_at: now,
    confirmed_at: isConfirmed ? now : null,
    ...expiryOf(now, now),
  });
  await tx.accounts.update(accountId, { last_sign_in_at: now });
  return token;
}
