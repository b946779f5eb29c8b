import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import type { AfterAnswer } from '#http/after-answer.ts';
import { recordAudit } from '#http/audit.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import type { Limiter } from '#http/limiter.ts';
import type { Environment } from '#lib/environment.ts';
import { newId, type WorkspaceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { Store, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { SignInCookie } from './cookie.ts';
import { acceptInvitation, actorOf, createAccount, findInvitation } from './join.ts';
import { hashPassword, isOutdated, isPassword } from './password.ts';
import { type AcceptInvitation, type Account, type SignInBody, toAccount } from './schema.ts';
import { signIn } from './sign-in.ts';

/** What the ways in are made with. `stores`: people are kept in the live environment, whatever address they came to. */
export type EntranceServices = Pick<Services, 'store' | 'clock' | 'config' | 'log'> & {
  stores: Record<Environment, Store>;
  cookie: SignInCookie;
  limiter: Limiter;
  afterAnswer: AfterAnswer;
};

/** Signs in by e-mail address and password. Throws 401 when they do not belong together. */
export async function enterByPassword(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: z.output<typeof SignInBody>,
): Promise<z.infer<typeof Account>> {
  const account = await checkPassword(services, request, reply, { email, password });
  // Made with less effort than is asked for now: the one moment in which the password is known.
  const password_hash =
    account.password_hash !== null && isOutdated(account.password_hash)
      ? await hashPassword(password)
      : undefined;
  return await enter(services, request, reply, {
    account,
    more: async (tx) => {
      if (password_hash) await tx.accounts.update(account.account_id, { password_hash });
    },
  });
}

/** Joins a workspace by the link of an invitation, with a new account or, where the e-mail address has one, with that and its
 *  password. */
export async function enterByInvitation(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email, name, password }: z.output<typeof AcceptInvitation>,
): Promise<z.infer<typeof Account>> {
  const { stores, clock } = services;
  const now = clock.now();
  const invitation = await findInvitation(stores.live, token, now);
  if (invitation.email !== null && invitation.email !== email)
    throw invalidField('email', 'must be the address that the invitation is for');
  const existing = await stores.live.people.accounts.findByEmail(email);
  if (!existing && name === undefined) throw invalidField('name', 'is needed for a new account');
  const account: AccountRow = existing
    ? await checkPassword(services, request, reply, { email, password })
    : {
        account_id: newId('account'),
        email,
        name: name ?? email,
        password_hash: await hashPassword(password),
        identity: null,
        created_at: now,
        last_sign_in_at: null,
      };
  return await enter(services, request, reply, {
    account,
    workspaceId: invitation.workspace_id,
    more: async (tx) => {
      if (!existing) await createAccount(tx, account);
      await acceptInvitation(tx, invitation, { account, now });
    },
  });
}

/** The account with this e-mail address and password. Throws 401, which does not tell whether there is an account, nor does the
 *  time that it takes: what the audit log notes of it comes after the answer. */
async function checkPassword(
  { stores, clock, afterAnswer }: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: z.output<typeof SignInBody>,
): Promise<AccountRow> {
  const account = await stores.live.people.accounts.findByEmail(email);
  const isRight = await isPassword(password, account?.password_hash);
  if (account && isRight) return account;
  if (account)
    afterAnswer(reply, async () => {
      const [membership] = await stores.live.people.membershipsOf(account.account_id);
      if (!membership) return;
      const failed = {
        actor: actorOf(account),
        action: 'account.sign_in_failed' as const,
        subjectId: account.account_id,
        details: { email, address: request.ip },
        now: clock.now(),
      };
      await stores.live.workspace(membership.workspace_id).transaction((tx) => recordAudit(tx, failed));
    });
  throw new AppError('unauthorized', 'The e-mail address or the password is wrong.');
}

type Entering = {
  account: AccountRow;
  /** The oldest of theirs unless given. */
  workspaceId?: WorkspaceId;
  /** What else belongs into the transaction, before they are in. */
  more?: (tx: WorkspaceTransaction) => Promise<void>;
};

/** Signs an account in: from here on the browser has the cookie. Throws 403 when it is a member of no workspace. */
export async function enter(
  { stores: { live }, store, clock, config, cookie }: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, workspaceId, more }: Entering,
): Promise<z.infer<typeof Account>> {
  const now = clock.now();
  const { account_id, email } = account;
  const target = workspaceId ?? (await live.people.membershipsOf(account_id))[0]?.workspace_id;
  if (!target) throw new AppError('forbidden', 'You are a member of no workspace: ask for an invitation.');
  const token = await live.workspace(target).transaction(async (tx) => {
    await more?.(tx);
    await recordAudit(tx, {
      actor: actorOf(account),
      action: 'account.signed_in',
      subjectId: account_id,
      details: { email, address: request.ip },
      now,
    });
    return await signIn(tx, { accountId: account_id, userAgent: request.headers['user-agent'], now });
  });
  cookie.set(request, reply, token);
  const memberships = await live.people.membershipsOf(account_id);
  return toAccount(account, memberships, {
    workspaceId: target,
    environment: store.environment,
    baseUrls: baseUrlsOf({ config, environment: store.environment }, request),
  });
}
