import { AppError, invalidField } from '#errors.ts';
import { isStillMeant } from '#grants/is-still-meant.ts';
import { newId } from '#lib/ids.ts';
import { hashToken } from '#lib/token.ts';
import { type AuditActor, recordAudit } from '#records/audit.ts';
import { higherRole } from '#records/roles.ts';
import type { Store, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, InvitationRow, Role } from '#storage/tables.ts';
import { NO_SECOND_FACTOR } from './no-second-factor.ts';

/** The invitation of a link. Throws 422 if it is no longer valid. */
export async function findInvitation(live: Store, token: string, now: number): Promise<InvitationRow> {
  const invitation = await lookUpInvitation(live, token, now);
  if (!invitation) throw usedUp();
  return invitation;
}

/** The same, or undefined. */
export async function lookUpInvitation(
  live: Store,
  token: string,
  now: number,
): Promise<InvitationRow | undefined> {
  const invitation = await live.people.findInvitationByHash(hashToken(token));
  if (!invitation || invitation.expires_at <= now) return undefined;
  const isMeant = await isStillMeant(live.workspace(invitation.workspace_id), invitation, now);
  return isMeant ? invitation : undefined;
}

const usedUp = (): AppError =>
  invalidField('token', 'belongs to an invitation that was used, deleted or has expired; ask for a new one');

export const actorOf = ({ account_id, name }: AccountRow): AuditActor => ({
  type: 'account',
  id: account_id,
  name,
});

/** An account that is not stored yet. */
export const newAccount = (
  person: Pick<AccountRow, 'email' | 'name' | 'password_hash' | 'identity' | 'email_proved_at'>,
  now: number,
): AccountRow => ({
  account_id: newId('account'),
  ...person,
  ...NO_SECOND_FACTOR,
  created_at: now,
  last_sign_in_at: null,
});

/** Creates an account, in any transaction of the live environment. Throws 409 if another request has just created it. */
export async function createAccount(tx: WorkspaceTransaction, account: AccountRow): Promise<void> {
  if (!(await tx.accounts.insert(account)))
    throw new AppError('conflict', 'An account with this email address has just been created. Sign in.');
}

/** Uses up an invitation, in a transaction of its workspace. Throws 422 if another request used it first or its maker was
 *  removed. */
export async function acceptInvitation(
  tx: WorkspaceTransaction,
  invitation: InvitationRow,
  { account, now }: { account: AccountRow; now: number },
): Promise<void> {
  if (!(await isStillMeant(tx, invitation, now))) throw usedUp();
  if (!(await tx.invitations.remove(invitation.invitation_id))) throw usedUp();
  await addMember(tx, { account, role: invitation.role, now, invitation });
}

/** Makes an account a member of the transaction's workspace. An existing member gets the higher of both roles. An
 *  invitation to the address proves it in this workspace only: an admin here had its link, and other workspaces have no
 *  reason to trust them. */
export async function addMember(
  tx: WorkspaceTransaction,
  joining: { account: AccountRow; role: Role; now: number; invitation?: InvitationRow },
): Promise<void> {
  const { account, now, invitation } = joining;
  const present = await tx.members.find(account.account_id);
  const role = present ? higherRole(present.role, joining.role) : joining.role;
  const isProved = account.email_proved_at !== null || invitation?.email === account.email;
  await tx.members.insert({
    account_id: account.account_id,
    role,
    created_at: now,
    is_proved: isProved ? 1 : 0,
    // The person who granted the role.
    invited_by: present?.role === role ? present.invited_by : (invitation?.invited_by ?? null),
  });
  await recordAudit(tx, {
    actor: actorOf(account),
    action: 'member.added',
    subjectId: account.account_id,
    details: {
      email: account.email,
      email_proved: isProved,
      role,
      ...(invitation && { invitation_id: invitation.invitation_id }),
    },
    now,
  });
}

/** Marks the email address of an account as proved by OpenID Connect, in a workspace of the account. */
export async function proveEmail(
  tx: WorkspaceTransaction,
  { account, now }: { account: AccountRow; now: number },
): Promise<void> {
  await tx.accounts.update(account.account_id, { email_proved_at: now });
  await recordAudit(tx, {
    actor: actorOf(account),
    action: 'account.email_proved',
    subjectId: account.account_id,
    details: { email: account.email, by: 'openid_connect' },
    now,
  });
}
