import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { isStillMeant } from '#grants/is-still-meant.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, InvitationRow } from '#storage/tables.ts';
import { authenticateSignIn } from './authenticate.ts';
import { enter } from './enter.ts';
import type { EntranceServices } from './entrance-services.ts';
import { addMember, newAccount, proveEmail } from './join.ts';
import type { Identity } from './openid-connect.ts';
import { isSame, noteRefusal, reclaim } from './reclaim.ts';
import { RefusedSignIn } from './refused-sign-in.ts';

/** How often to retry if other requests change the same account. */
const ATTEMPTS = 3;
const FRESH_MS = 5 * 60_000;

/** Signs in with an identity of the provider: to the account with this identity, otherwise to the account with this email
 *  address, otherwise to a new one. Accepts invitations to the address. Without any, an address in OIDC_ALLOWED_DOMAINS
 *  joins the first workspace. Takes over an account whose address OpenID Connect never proved, unless this browser is
 *  signed in to it; its memberships through invitations to the address stay and count as a way in.
 *  signInToken: from the browser's cookie. Throws 403 if there is no way in. */
export async function enterByIdentity(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { who, signInToken }: { who: Identity; signInToken: string | undefined },
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const account = await accountFor(services, request, who, signInToken);
    if (account)
      return void (await enter(services, request, reply, { account, isConfirmed: isFresh(services, who) }));
  }
  throw new AppError('conflict', 'The account is being changed by other requests. Sign in again.');
}

/** The account to sign in to; undefined when another request changed it. */
async function accountFor(
  services: EntranceServices,
  request: FastifyRequest,
  who: Identity,
  signInToken: string | undefined,
): Promise<AccountRow | undefined> {
  const { live } = services.stores;
  const now = services.clock.now();
  const { email, name, identity } = who;
  const existing = await findAccount(services, who);
  const invitations: InvitationRow[] = [];
  for (const invitation of await live.people.invitationsFor(who.email, now))
    if (await isStillMeant(live.workspace(invitation.workspace_id), invitation, now))
      invitations.push(invitation);
  const memberships = existing ? await live.people.membershipsOf(existing.account_id) : [];
  const isUnproved = existing !== undefined && existing.email_proved_at === null;
  const isTaken = isUnproved && !(await isSignedInTo(services, existing, signInToken));
  const [first] = isOfAllowedDomain(services, who) ? await live.workspaceIds() : [];
  const joins = [...invitations.map((each) => each.workspace_id), ...(first ? [first] : [])];
  const staysIn = isTaken ? memberships.filter(({ is_proved }) => is_proved === 1) : memberships;
  if (joins.length === 0 && staysIn.length === 0) {
    // A takeover would help no one and harm the account's maker, who may be the same person.
    const reason = isTaken && memberships.length > 0 ? 'account_unproved' : 'not_invited';
    if (isTaken) await noteRefusal(services, request, { account: existing, by: 'openid_connect', reason });
    throw new RefusedSignIn(reason);
  }
  const join = (within: Within, account: AccountRow): Promise<void> =>
    joinAll(services, within, { account, invitations, first, now });
  if (isTaken)
    return await reclaim(services, request, {
      account: existing,
      by: 'openid_connect',
      credentials: { name: who.name, password_hash: null, identity: who.identity },
      joins,
      join,
    });
  const account =
    existing ?? newAccount({ email, name, identity, password_hash: null, email_proved_at: now }, now);
  const entered = { ...account, identity: who.identity, email_proved_at: account.email_proved_at ?? now };
  const workspaceIds = [...new Set([...memberships.map((each) => each.workspace_id), ...joins])];
  const [home = '' as WorkspaceId] = workspaceIds;
  const isDone = await live.acrossWorkspaces(workspaceIds, async (within) => {
    const tx = within(home);
    if (!existing && !(await tx.accounts.insert(account))) return false;
    if (existing && !isSame(await tx.accounts.lock(account.account_id), existing)) return false;
    if (account.identity === null) await tx.accounts.update(account.account_id, { identity: who.identity });
    if (isUnproved) await proveEmail(tx, { account, now });
    await join(within, entered);
    return true;
  });
  return isDone ? entered : undefined;
}

type Within = (workspaceId: WorkspaceId) => WorkspaceTransaction;

/** Accepts the invitations that are still valid. A person without a membership joins the first workspace if allowed;
 *  otherwise it throws 403, and nothing is changed. */
async function joinAll(
  { config }: EntranceServices,
  within: Within,
  {
    account,
    invitations,
    first,
    now,
  }: {
    account: AccountRow;
    invitations: readonly InvitationRow[];
    first: WorkspaceId | undefined;
    now: number;
  },
): Promise<void> {
  for (const invitation of invitations) {
    const tx = within(invitation.workspace_id);
    // Another request of the same person may have just used it.
    if (await tx.invitations.remove(invitation.invitation_id))
      await addMember(tx, { account, role: invitation.role, now, invitation });
  }
  const [home] = invitations.map((each) => each.workspace_id);
  const anywhere = first ?? home;
  if (anywhere === undefined) return;
  const tx = within(anywhere);
  if ((await tx.accounts.membershipsOf(account.account_id)).length > 0) return;
  // The invitation has just been deleted.
  if (first === undefined) throw new RefusedSignIn('not_invited');
  await addMember(tx, { account, role: config.OIDC_DEFAULT_ROLE, now });
}

/** Whether the browser is signed in to the account, which proves that the person owns both. */
async function isSignedInTo(
  services: EntranceServices,
  account: AccountRow,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false;
  try {
    return (await authenticateSignIn(services, token)).actor.id === account.account_id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') return false;
    throw error;
  }
}

async function findAccount(
  { stores: { live } }: EntranceServices,
  { identity, email }: Identity,
): Promise<AccountRow | undefined> {
  const { accounts } = live.people;
  const account = (await accounts.findByIdentity(identity)) ?? (await accounts.findByEmail(email));
  if (account && account.identity !== null && account.identity !== identity)
    throw new RefusedSignIn('other_identity');
  return account;
}

/** Whether the provider authenticated the person recently, as far as it says. A session left open at the provider
 *  confirms nothing. */
const isFresh = ({ clock }: EntranceServices, { authenticatedAt }: Identity): boolean =>
  authenticatedAt === undefined || clock.now() - authenticatedAt <= FRESH_MS;

const isOfAllowedDomain = ({ config }: EntranceServices, { email }: Identity): boolean =>
  config.OIDC_ALLOWED_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));
