import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { AccountId } from '#lib/ids.ts';
import type { Membership, WorkspaceReads } from '#storage/store.ts';
import type { AccountRow, InvitationRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { acceptInvitation } from './join.ts';
import { hashPassword } from './password.ts';
import { assertHardToGuess } from './password-strength.ts';
import { noteRefusal, reclaim } from './reclaim.ts';
import { RefusedSignIn } from './refused-sign-in.ts';

/** `refused`: members of the inviting workspace can see the reason. `hidden`: they cannot, so the answer must equal that
 *  of a wrong password. */
type Verdict = 'allowed' | 'refused' | 'hidden';

type Claimed = { account: AccountRow; memberships: readonly Membership[]; invitation: InvitationRow };

/** Whether an invitation to an address may take over its account. An admin of one workspace had the link, so it may
 *  do no more than they could: remove this member here and invite the address again. */
export async function judgeClaim(
  { members }: Pick<WorkspaceReads, 'members'>,
  { account, memberships, invitation }: Claimed,
): Promise<Verdict> {
  const here = memberships.find(({ workspace_id }) => workspace_id === invitation.workspace_id);
  const isProved = account.email_proved_at !== null || here?.is_proved === 1;
  if (here && (isProved || !(await mayRemove(members, here, invitation)))) return 'refused';
  return isProved || memberships.some((each) => each !== here) ? 'hidden' : 'allowed';
}

/** Whether the maker of an invitation could remove a member now. Without a maker it is from the command line, which
 *  may do anything except leave the workspace without an owner. */
async function mayRemove(
  members: WorkspaceReads['members'],
  { role }: Membership,
  { invited_by: maker, role: invited }: InvitationRow,
): Promise<boolean> {
  if (role !== 'owner') return true;
  const isLast = (await members.ownerCount()) === 1;
  if (maker === null) return !isLast || invited === 'owner';
  if (isLast || !maker.startsWith('acc_')) return false;
  return (await members.find(maker as AccountId))?.role === 'owner';
}

/** Takes over the account of an invitation's address, and joins with it. Throws 403 if the link may not and the
 *  workspace shows why; undefined if the answer must equal that of a wrong password. */
export async function claimAccount(
  services: EntranceServices,
  request: FastifyRequest,
  {
    account,
    memberships,
    invitation,
    name = account.name,
    password,
  }: Claimed & { name: string | undefined; password: string },
): Promise<AccountRow | undefined> {
  const { stores, clock } = services;
  const { workspace_id } = invitation;
  const verdict = await judgeClaim(stores.live.workspace(workspace_id), { account, memberships, invitation });
  if (verdict === 'hidden') return undefined;
  if (verdict === 'refused') {
    const reason = 'not_claimable';
    await noteRefusal(services, request, { account, by: 'invitation', reason });
    throw new RefusedSignIn(reason);
  }
  await assertHardToGuess(password, { name, email: account.email });
  const claimed = await reclaim(services, request, {
    account,
    by: 'invitation',
    credentials: { name, password_hash: await hashPassword(password), identity: account.identity },
    joins: [workspace_id],
    join: (within, taken) =>
      acceptInvitation(within(workspace_id), invitation, { account: taken, now: clock.now() }),
    isAllowed: async (within, present) =>
      (await judgeClaim(within(workspace_id), { account, memberships: present, invitation })) === 'allowed',
  });
  if (!claimed) throw new AppError('conflict', 'The account has just been changed. Send the request again.');
  return claimed;
}
