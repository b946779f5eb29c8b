import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, type ErrorDetail, invalidField } from '#errors.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { recordAudit } from '#records/audit.ts';
import type { Membership, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, InvitationRow } from '#storage/tables.ts';
import { claimAccount, judgeClaim } from './claim.ts';
import { deviceCookie } from './device-cookie.ts';
import type { EntranceServices } from './entrance-services.ts';
import { acceptInvitation, actorOf, createAccount, findInvitation, newAccount } from './join.ts';
import { noteFailedSignIn } from './note-failure.ts';
import { hashPassword, isOutdated, isPassword } from './password.ts';
import { assertHardToGuess } from './password-strength.ts';
import { isSame } from './reclaim.ts';
import { type AcceptInvitation, type Account, type SignInBody, toAccount } from './schema.ts';
import { demandCode } from './second-factor.ts';
import { signIn } from './sign-in.ts';

/** Signs in with email address and password. Throws 401 for a wrong combination. */
export async function enterByPassword(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, code }: z.output<typeof SignInBody>,
): Promise<z.infer<typeof Account>> {
  const account = await checkPassword(services, request, reply, { email, password });
  const spendCode = await demandCode(services, request, reply, { account, code });
  // The hash has outdated parameters, and only now is the password known.
  const password_hash =
    account.password_hash !== null && isOutdated(account.password_hash)
      ? await hashPassword(password)
      : undefined;
  return await enter(services, request, reply, {
    account,
    more: async (tx) => {
      await spendCode(tx);
      if (password_hash) await tx.accounts.update(account.account_id, { password_hash });
    },
  });
}

/** Joins a workspace with the link of an invitation: with a new account, or with the existing account of the email
 *  address and its password. A link for an address proves it in this workspace. */
export async function enterByInvitation(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email, name, password, code, claim = false }: z.output<typeof AcceptInvitation>,
): Promise<z.infer<typeof Account>> {
  const { stores, clock } = services;
  const { people } = stores.live;
  const now = clock.now();
  const invitation = await findInvitation(stores.live, token, now);
  const isBound = invitation.email !== null;
  if (isBound && invitation.email !== email)
    throw invalidField('email', 'must be the email address that the invitation is for');
  const existing = await people.accounts.findByEmail(email);
  const memberships = existing ? await people.membershipsOf(existing.account_id) : [];
  if (!isBound) await assertNotExpected(services, { email, existing, memberships, invitation });
  if (!existing && name === undefined) throw invalidField('name', 'is required for a new account');
  if (!existing) await assertHardToGuess(password, { name: name ?? email, email });
  if (existing && !(await isPassword(password, existing.password_hash))) {
    const known = { account: existing, memberships, invitation };
    const account =
      isBound && claim ? await claimAccount(services, request, { ...known, name, password }) : undefined;
    if (account)
      return await enter(services, request, reply, { account, workspaceId: invitation.workspace_id });
    noteFailedSignIn(services, request, reply, existing);
    const isClaimable =
      isBound && (await judgeClaim(stores.live.workspace(invitation.workspace_id), known)) === 'allowed';
    throw wrongPassword(isClaimable ? CLAIMABLE : undefined);
  }
  const account =
    existing ??
    newAccount(
      {
        email,
        name: name ?? email,
        password_hash: await hashPassword(password),
        identity: null,
        email_proved_at: null,
      },
      now,
    );
  const spendCode = await demandCode(services, request, reply, { account, code });
  return await enter(services, request, reply, {
    account,
    workspaceId: invitation.workspace_id,
    isNew: !existing,
    more: async (tx) => {
      await spendCode(tx);
      if (!existing) await createAccount(tx, account);
      await acceptInvitation(tx, invitation, { account, now });
    },
  });
}

const CLAIMABLE = {
  field: 'claim',
  reason: 'takes over the account with the password that you sent, if it is true',
};

/** Throws 422 if the link is for anyone, but the workspace has also invited this address directly. Only checks this
 *  workspace, because invitations of others are private. */
async function assertNotExpected(
  { stores: { live }, clock }: EntranceServices,
  {
    email,
    existing,
    memberships,
    invitation: { workspace_id },
  }: {
    email: string;
    existing: AccountRow | undefined;
    memberships: readonly Membership[];
    invitation: InvitationRow;
  },
): Promise<void> {
  const here = memberships.find((each) => each.workspace_id === workspace_id);
  if (existing?.email_proved_at != null || here?.is_proved === 1) return;
  const expected = await live.people.invitationsFor(email, clock.now());
  if (expected.some((each) => each.workspace_id === workspace_id))
    throw invalidField('email', 'has its own invitation; use the link for this email address');
}

/** The account with this email address and password. Throws 401, whose text and timing do not reveal whether there is an
 *  account: the audit log is written after the answer. */
async function checkPassword(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: Pick<z.output<typeof SignInBody>, 'email' | 'password'>,
): Promise<AccountRow> {
  const account = await services.stores.live.people.accounts.findByEmail(email);
  const isRight = await isPassword(password, account?.password_hash);
  if (account && isRight) return account;
  if (account) noteFailedSignIn(services, request, reply, account);
  throw wrongPassword();
}

const wrongPassword = (detail?: ErrorDetail): AppError =>
  new AppError('unauthorized', 'The email address or password is wrong.', {
    ...(detail && { details: [detail] }),
  });

type Entering = {
  account: AccountRow;
  /** Defaults to their oldest workspace. */
  workspaceId?: WorkspaceId;
  /** Whether `more` stores the account. */
  isNew?: boolean;
  /** Whether signing in this way confirms the identity, as a password does. */
  isConfirmed?: boolean;
  /** Runs in the transaction before the sign-in. */
  more?: (tx: WorkspaceTransaction) => Promise<void>;
};

/** Signs an account in and sets the cookie. Throws 403 when it is not a member of any workspace. */
export async function enter(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, workspaceId, isNew = false, isConfirmed = true, more }: Entering,
): Promise<z.infer<typeof Account>> {
  const {
    stores: { live },
    store,
    clock,
    config,
    cookie,
  } = services;
  const now = clock.now();
  const { account_id, email } = account;
  const target = workspaceId ?? (await live.people.membershipsOf(account_id))[0]?.workspace_id;
  if (!target)
    throw new AppError('forbidden', 'You are not a member of any workspace. Ask for an invitation.');
  const token = await live.workspace(target).transaction(async (tx) => {
    // A takeover, a new password or a removal has ended all sign-ins. A new one must not rely on earlier checks.
    const present = await tx.accounts.lock(account_id);
    if (present ? !isSame(present, account) : !isNew) throw changedMeanwhile();
    await more?.(tx);
    if (!(await tx.members.find(account_id))) throw changedMeanwhile();
    await recordAudit(tx, {
      actor: actorOf(account),
      action: 'account.signed_in',
      subjectId: account_id,
      details: { email, address: request.ip },
      now,
    });
    return await signIn(tx, {
      accountId: account_id,
      userAgent: request.headers['user-agent'],
      previous: cookie.ofBrowser(request),
      isConfirmed,
      now,
    });
  });
  cookie.set(request, reply, token);
  // Read again, because the password may have been rehashed.
  const entered = await live.people.accounts.find(account_id);
  if (entered) deviceCookie(services).set(request, reply, entered);
  const memberships = await live.people.membershipsOf(account_id);
  return toAccount(entered ?? account, memberships, {
    workspace: await store.workspace(target).workspace.get(),
    environment: store.environment,
    baseUrls: baseUrlsOf({ config, environment: store.environment }, request),
    hasLanguageModel: services.models.chatModel !== undefined,
  });
}

const changedMeanwhile = (): AppError =>
  new AppError('unauthorized', 'The account has just been changed or removed. Sign in again.');
