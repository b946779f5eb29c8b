import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import { afterAnswers } from '#http/after-answer.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import { commitPeople } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { awaitWritesOf } from '#http/write-barrier.ts';
import { toIso } from '#lib/clock.ts';
import { defined } from '#lib/defined.ts';
import type { AccountId, SignInId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import type { Services } from '#services.ts';
import { confirmRoute, noteFailedConfirmation } from './confirm-route.ts';
import { assertNotForeign, signInCookie } from './cookie.ts';
import { deviceCookie } from './device-cookie.ts';
import { enterByInvitation, enterByPassword } from './enter.ts';
import { findInvitation } from './join.ts';
import { openIdConnectRoutes } from './openid-connect-routes.ts';
import { ownAccount } from './own-account.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { hashPassword, isPassword } from './password.ts';
import { assertHardToGuess } from './password-strength.ts';
import {
  AcceptInvitation,
  Account,
  InvitationDetails,
  InvitationToken,
  SignIn,
  SignInBody,
  SignInMethods,
  toAccount,
  toSignIn,
  UpdateAccount,
} from './schema.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { admitInvited, type ThrottleServices, throttle, throttleAddress } from './throttle.ts';

type Dependencies = ThrottleServices &
  Pick<Services, 'log'> & {
    /** Seals the challenges of passkeys too. */
    cursorSecret: string;
  };

/** The ways in, and what people may do with their own account. They are kept in the live environment, and come to both. */
export const accountRoutes =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, store, clock, config, log } = services;
    const live = stores.live;
    const address = { config, environment: store.environment };
    const cookie = signInCookie(address);
    const entrance = { ...services, cookie, afterAnswer: afterAnswers(app, log) };

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.routeOptions.config.access !== 'open') return;
      assertNotForeign(address, request);
      if (request.method === 'POST') await throttleAddress(services, request);
    });
    const open = { access: 'open' } as const;
    const self = { access: 'self' } as const;
    const byInvitation = {
      config: { ...open, isByInvitation: true },
      // Addresses that have sent too many requests get as far as this.
      bodyLimit: LIMITS.invitationBodyBytes,
      preValidation: (request: FastifyRequest) => admitInvited(services, request),
    } as const;
    if (config.OIDC_ISSUER !== undefined) openIdConnectRoutes(app, { ...entrance, address });
    const ceremonies = passkeyCeremonies({ ...services, address });
    await app.register(secondFactorRoutes(entrance));
    await app.register(confirmRoute({ ...entrance, address, ceremonies }));
    await app.register(passkeyRoutes({ ...entrance, address, ceremonies }));

    app.get(
      '/account/sign-in-methods',
      {
        config: open,
        schema: { summary: 'How people may sign in', response: { 200: envelope(SignInMethods) } },
      },
      async (request) => {
        const openid_connect = config.OIDC_ISSUER === undefined ? null : { name: config.OIDC_NAME };
        return answer(request, { openid_connect });
      },
    );

    app.post(
      '/account/invitation',
      {
        ...byInvitation,
        schema: {
          summary: 'Look at an invitation',
          body: InvitationToken,
          response: { 200: envelope(InvitationDetails) },
        },
      },
      async (request) => {
        const row = await findInvitation(live, request.body.token, clock.now());
        const { workspace_id: id, name } = await live.workspace(row.workspace_id).workspace.get();
        const { role, email, expires_at } = row;
        return answer(request, {
          workspace: { id, name },
          role,
          email,
          expires_at: toIso(expires_at),
          is_first_account: !(await live.people.accounts.exist()),
        });
      },
    );

    app.post(
      '/account/accept-invitation',
      {
        ...byInvitation,
        schema: {
          summary: 'Join a workspace by an invitation',
          description:
            'Makes an account, or adds the workspace to the account that has the e-mail address. The answer signs in, by a cookie.',
          body: AcceptInvitation,
          response: { 201: envelope(Account) },
        },
      },
      async (request, reply) => {
        const attempt = await throttle(services, request, request.body.email);
        const account = await countedBy(attempt, request.body, () =>
          enterByInvitation(entrance, request, reply, request.body),
        );
        reply.status(201).header('location', '/v1/account');
        return answer(request, account);
      },
    );

    app.post(
      '/account/sign-in',
      {
        config: open,
        schema: {
          summary: 'Sign in',
          description:
            'The answer signs in, by a cookie. The session ends after 12 hours without use, and 30 days after it began. An account with two-step sign-in is answered 401 with `details` about `code` until you send one.',
          body: SignInBody,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const attempt = await throttle(services, request, request.body.email);
        const account = await countedBy(attempt, request.body, () =>
          enterByPassword(entrance, request, reply, request.body),
        );
        return answer(request, account);
      },
    );

    app.post(
      '/account/sign-out',
      {
        config: self,
        schema: { summary: 'Sign out', response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { principal } = contextOf(request);
        await endSignIn(request, principal.credentialId as SignInId);
        cookie.clear(request, reply);
        return reply.status(204).send(null);
      },
    );

    /** Ends a sign-in of whoever asks. False when it is none of theirs. */
    const endSignIn = async (request: Parameters<typeof contextOf>[0], id: SignInId): Promise<boolean> => {
      const { principal, people } = contextOf(request);
      const accountId = principal.actor.id as AccountId;
      const ended = await people.transaction(async (tx) => {
        const count = await tx.signIns.end(accountId, { only: id });
        if (count > 0)
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'account.signed_out',
            subjectId: accountId,
            details: { sign_in_id: id },
            now: clock.now(),
          });
        return count > 0;
      });
      if (ended) await awaitWritesOf(stores, accountId, principal.workspaceId);
      return ended;
    };

    app.get(
      '/account',
      {
        config: self,
        schema: { summary: 'Who is signed in', response: { 200: envelope(Account) } },
      },
      async (request) => {
        const { principal } = contextOf(request);
        const account = await ownAccount(live, principal);
        const memberships = await live.people.membershipsOf(account.account_id);
        return answer(
          request,
          toAccount(account, memberships, {
            workspace: await store.workspace(principal.workspaceId).workspace.get(),
            environment: store.environment,
            baseUrls: baseUrlsOf(address, request),
          }),
        );
      },
    );

    app.patch(
      '/account',
      {
        config: self,
        schema: {
          summary: 'Change your account',
          description: 'A new password signs all other browsers out.',
          body: UpdateAccount,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const { principal } = contextOf(request);
        const { name, password, current_password = '', workspace_id } = request.body;
        const account = await ownAccount(live, principal);
        const { account_id, email } = account;
        if (password !== undefined) {
          const attempt = await throttle(services, request, email, { isKnown: true });
          if (!(await isPassword(current_password, account.password_hash)))
            throw await noteFailedConfirmation(
              services,
              request,
              'current_password',
              'is not the password of your account',
            );
          await attempt.succeeded();
          await assertHardToGuess(password, account);
        }
        const memberships = await live.people.membershipsOf(account_id);
        const shown = memberships.find(
          (each) => each.workspace_id === (workspace_id ?? principal.workspaceId),
        );
        if (!shown) throw invalidField('workspace_id', 'is no workspace of yours');
        const password_hash = password === undefined ? undefined : await hashPassword(password);
        const workspace = await store.workspace(shown.workspace_id).workspace.get();
        const changes = defined({ name, password_hash });
        const changed = await commitPeople(request, reply, async (tx) => {
          const signInId = principal.credentialId as SignInId;
          if (Object.keys(changes).length > 0) {
            await tx.accounts.update(account_id, changes);
            await recordAudit(tx, {
              actor: principal.actor,
              action: 'account.updated',
              subjectId: account_id,
              details: {
                ...changedFields(account, { ...account, ...changes }, ['name']),
                ...(password_hash !== undefined && { password: 'changed' }),
              },
              now: clock.now(),
            });
          }
          if (password_hash !== undefined) await tx.signIns.end(account_id, { but: signInId });
          await tx.signIns.moveTo(signInId, shown.workspace_id);
          const to = {
            workspace,
            environment: store.environment,
            baseUrls: baseUrlsOf(address, request),
          };
          return { data: toAccount({ ...account, ...changes }, memberships, to) };
        });
        if (password_hash !== undefined) {
          deviceCookie(services).set(request, reply, { ...account, password_hash });
          await awaitWritesOf(stores, account_id, principal.workspaceId);
        }
        return changed;
      },
    );

    app.get(
      '/account/sign-ins',
      {
        config: self,
        schema: {
          summary: 'List the browsers that you are signed in with',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(SignIn) },
        },
      },
      async (request) => {
        const { principal } = contextOf(request);
        const rows = await live.people.signIns.ofAccount(principal.actor.id as AccountId);
        const items = rows
          .filter((row) => row.expires_at > clock.now())
          .map((row) => toSignIn(row, principal.credentialId));
        return answerPage(request, { items, nextCursor: undefined });
      },
    );

    app.delete(
      '/account/sign-ins/:id',
      {
        config: self,
        schema: {
          summary: 'Sign another browser out',
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!(await endSignIn(request, id as SignInId))) throw notFound('sign-in', id);
        return reply.status(204).send(null);
      },
    );
  };

/** Gives the count of an attempt back once the password was right, also while only the code of the second step is missing, and
 *  when the request was refused before any password was looked at. */
async function countedBy<T>(
  attempt: { succeeded(): Promise<void> },
  { code, claim = false }: { code?: string | undefined; claim?: boolean | undefined },
  enter: () => Promise<T>,
): Promise<T> {
  try {
    const entered = await enter();
    await attempt.succeeded();
    return entered;
  } catch (error) {
    const isUntried = error instanceof AppError && error.status === 422 && !claim;
    const isCodeMissing =
      code === undefined && error instanceof AppError && error.details?.[0]?.field === 'code';
    if (isUntried || isCodeMissing) await attempt.succeeded();
    throw error;
  }
}
