import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { invalidField } from '#errors.ts';
import { type Address, baseUrlsOf } from '#http/base-urls.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { defined } from '#lib/defined.ts';
import type { SignInId, WorkspaceId } from '#lib/ids.ts';
import { changedFields } from '#records/audit.ts';
import { writeBarrierOfAccount } from '#records/write-barrier.ts';
import { deviceCookie } from './device-cookie.ts';
import type { EntranceServices } from './entrance-services.ts';
import { ownAccount } from './own-account.ts';
import { hashPassword } from './password.ts';
import { assertHardToGuess } from './password-strength.ts';
import { assertPassword } from './prove-password.ts';
import { Account, toAccount, UpdateAccount } from './schema.ts';

/** The account of the person who is signed in. */
export const ownAccountRoutes =
  (services: EntranceServices & { address: Address }): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, store, address } = services;
    const { people } = stores.live;
    const config = { access: 'self' } as const;

    /** Further fields that `toAccount` shows. */
    const shownTo = async (request: FastifyRequest, workspaceId: WorkspaceId) => ({
      workspace: await store.workspace(workspaceId).workspace.get(),
      environment: store.environment,
      baseUrls: baseUrlsOf(address, request),
      hasLanguageModel: services.models.chatModel !== undefined,
    });

    app.get(
      '/account',
      {
        config,
        schema: {
          operationId: 'account.get',
          summary: 'Get your account',
          description:
            'The signed-in person, the workspaces that they belong to, and the one that this browser shows.',
          response: { 200: envelope(Account) },
        },
      },
      async (request) => {
        const { principal } = contextOf(request);
        const account = await ownAccount(stores.live, principal);
        const memberships = await people.membershipsOf(account.account_id);
        return answer(
          request,
          toAccount(account, memberships, await shownTo(request, principal.workspaceId)),
        );
      },
    );

    app.patch(
      '/account',
      {
        config,
        schema: {
          operationId: 'account.update',
          summary: 'Update your account',
          description: 'A new password signs out all your other browsers.',
          body: UpdateAccount,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const { principal, audit } = contextOf(request);
        const { name, password, current_password = '', workspace_id } = request.body;
        const account = await ownAccount(stores.live, principal);
        const { account_id } = account;
        if (password !== undefined) {
          await assertPassword(services, request, account, {
            field: 'current_password',
            password: current_password,
          });
          await assertHardToGuess(password, account);
        }
        const memberships = await people.membershipsOf(account_id);
        const shown = memberships.find(
          (each) => each.workspace_id === (workspace_id ?? principal.workspaceId),
        );
        if (!shown) throw invalidField('workspace_id', "isn't a workspace of yours");
        const password_hash = password === undefined ? undefined : await hashPassword(password);
        const to = await shownTo(request, shown.workspace_id);
        const changes = defined({ name, password_hash });
        const changed = await commitLive(request, reply, async (tx) => {
          const signInId = principal.credentialId as SignInId;
          if (Object.keys(changes).length > 0) {
            await tx.accounts.update(account_id, changes);
            await audit(tx, 'account.updated', account_id, {
              ...changedFields(account, { ...account, ...changes }, ['name']),
              ...(password_hash !== undefined && { password: 'changed' }),
            });
          }
          if (password_hash !== undefined) await tx.signIns.end(account_id, { but: signInId });
          await tx.signIns.moveTo(signInId, shown.workspace_id);
          return { data: toAccount({ ...account, ...changes }, memberships, to) };
        });
        if (password_hash !== undefined) {
          deviceCookie(services).set(request, reply, { ...account, password_hash });
          await writeBarrierOfAccount(stores, account_id, principal.workspaceId);
        }
        return changed;
      },
    );
  };
