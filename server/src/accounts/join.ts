import { AppError, invalidField } from '#errors.ts';
import { type AuditActor, recordAudit } from '#http/audit.ts';
import { higherRole } from '#http/roles.ts';
import { hashToken } from '#lib/token.ts';
import type { Store, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, InvitationRow, Role } from '#storage/tables.ts';

/** The invitation of a link. Throws 422 when there is none any more. */
export async function findInvitation(live: Store, token: string, now: number): Promise<InvitationRow> {
  const invitation = await live.people.findInvitationByHash(hashToken(token));
  if (!invitation || invitation.expires_at <= now) throw usedUp();
  return invitation;
}

const usedUp = (): AppError =>
  invalidField('token', 'is of an invitation that was used, taken back or has expired; ask for a new one');

export const actorOf = ({ account_id, name }: AccountRow): AuditActor => ({
  type: 'account',
  id: account_id,
  name,
});

/** Makes an account, in any transaction of the live environment. Throws 409 when another request has just done so. */
export async function createAccount(tx: WorkspaceTransaction, account: AccountRow): Promise<void> {
  if (!(await tx.accounts.insert(account)))
    throw new AppError('conflict', 'An account with this e-mail address was made just now: sign in.');
}

/** Uses an invitation up, in a transaction of its workspace. Throws 422 when somebody else was faster. */
export async function acceptInvitation(
  tx: WorkspaceTransaction,
  { invitation_id, role }: InvitationRow,
  { account, now }: { account: AccountRow; now: number },
): Promise<void> {
  if (!(await tx.invitations.remove(invitation_id))) throw usedUp();
  await addMember(tx, { account, role, now, invitationId: invitation_id });
}

/** Makes an account a member of the workspace of the transaction; one that is there already gets the higher role of the
 *  two. */
export async function addMember(
  tx: WorkspaceTransaction,
  joining: { account: AccountRow; role: Role; now: number; invitationId?: string },
): Promise<void> {
  const { account, now, invitationId } = joining;
  const present = await tx.members.find(account.account_id);
  const role = present ? higherRole(present.role, joining.role) : joining.role;
  await tx.members.insert({ account_id: account.account_id, role, created_at: now });
  await recordAudit(tx, {
    actor: actorOf(account),
    action: 'member.added',
    subjectId: account.account_id,
    details: { email: account.email, role, ...(invitationId && { invitation_id: invitationId }) },
    now,
  });
}
