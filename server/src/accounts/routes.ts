import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import { afterAnswers } from '#http/after-answer.ts';
import { changedFields, recordAudit } from '#http/audit.ts';
import { awaitWrites } from '#http/await-writes.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import { commitPeople } from '#http/commit-people.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Limiter } from '#http/limiter.ts';
import { refuseKeys } from '#http/people-alone.ts';
import type { Principal } from '#http/principal.ts';
import { toIso } from '#lib/clock.ts';
import { defined } from '#lib/defined.ts';
import type { Environment } from '#lib/environment.ts';
import type { AccountId, SignInId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import { assertNotForeign, signInCookie } from './cookie.ts';
import { enterByInvitation, enterByPassword } from './enter.ts';
import { findInvitation } from './join.ts';
import { openIdConnectRoutes } from './openid-connect-routes.ts';
import { hashPassword, isPassword } from './password.ts';
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
import { throttle } from './throttle.ts';

type Dependencies = Pick<Services, 'store' | 'clock' | 'config' | 'log'> & {
  stores: Record<Environment, Store>;
  limiter: Limiter;
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
      if (request.routeOptions.config.access === 'open') assertNotForeign(address, request);
      else await refuseKeys(request);
    });
    const open = { access: 'open' } as const;
    const self = { access: 'self' } as const;
    if (config.OIDC_ISSUER !== undefined) openIdConnectRoutes(app, { ...entrance, address });

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
        config: open,
        schema: {
          summary: 'Look at an invitation',
          body: InvitationToken,
          response: { 200: envelope(InvitationDetails) },
        },
      },
      async (request) => {
        await throttle(services, request);
        const row = await findInvitation(live, request.body.token, clock.now());
        const { workspace_id: id, name } = await live.workspace(row.workspace_id).workspace.get();
        const { role, email, expires_at } = row;
        return answer(request, { workspace: { id, name }, role, email, expires_at: toIso(expires_at) });
      },
    );

    app.post(
      '/account/accept-invitation',
      {
        config: open,
        schema: {
          summary: 'Join a workspace by an invitation',
          description:
            'Makes an account, or adds the workspace to the account that has the e-mail address. The answer signs in, by a cookie.',
          body: AcceptInvitation,
          response: { 201: envelope(Account) },
        },
      },
      async (request, reply) => {
        await throttle(services, request, request.body.email);
        const account = await enterByInvitation(entrance, request, reply, request.body);
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
          description: 'The answer signs in, by a cookie that lasts 30 days from its last use.',
          body: SignInBody,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        await throttle(services, request, request.body.email);
        return answer(request, await enterByPassword(entrance, request, reply, request.body));
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
      const { principal, people, detach } = contextOf(request);
      const accountId = principal.actor.id as AccountId;
      if (id === principal.credentialId) detach();
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
      if (ended) await settle(accountId);
      return ended;
    };

    /** Resolves when nothing of the account is being written any more that began before. */
    const settle = async (accountId: AccountId): Promise<void> => {
      const memberships = await live.people.membershipsOf(accountId);
      await awaitWrites(
        stores,
        memberships.map(({ workspace_id }) => workspace_id),
      );
    };

    const accountOf = async ({ actor }: Principal): Promise<AccountRow> => {
      const account = await live.people.accounts.find(actor.id as AccountId);
      if (!account) throw new AppError('unauthorized', 'Your account was removed.');
      return account;
    };

    app.get(
      '/account',
      {
        config: self,
        schema: { summary: 'Who is signed in', response: { 200: envelope(Account) } },
      },
      async (request) => {
        const { principal } = contextOf(request);
        const account = await accountOf(principal);
        const memberships = await live.people.membershipsOf(account.account_id);
        const { workspaceId } = principal;
        return answer(
          request,
          toAccount(account, memberships, {
            workspaceId,
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
        const account = await accountOf(principal);
        const { account_id, email } = account;
        if (password !== undefined) {
          await throttle(services, request, email);
          if (!(await isPassword(current_password, account.password_hash)))
            throw invalidField('current_password', 'is not the password of your account');
          if (password.toLowerCase() === email)
            throw invalidField('password', 'must not be the e-mail address');
        }
        const memberships = await live.people.membershipsOf(account_id);
        const shown = memberships.find(
          (each) => each.workspace_id === (workspace_id ?? principal.workspaceId),
        );
        if (!shown) throw invalidField('workspace_id', 'is no workspace of yours');
        const password_hash = password === undefined ? undefined : await hashPassword(password);
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
            workspaceId: shown.workspace_id,
            environment: store.environment,
            baseUrls: baseUrlsOf(address, request),
          };
          return { data: toAccount({ ...account, ...changes }, memberships, to) };
        });
        if (password_hash !== undefined) await settle(account_id);
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
