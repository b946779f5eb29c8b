import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access/access.ts';
import { commit } from '#http/commit.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { etagOf, noteChanged, versionOfRow } from '#http/precondition.ts';
import { defined } from '#lib/defined.ts';
import type { Environment } from '#lib/environment.ts';
import { type AccountId, newId, type WorkspaceId } from '#lib/ids.ts';
import { changedFields } from '#records/audit.ts';
import { idParams } from '#records/fields.ts';
import { assertOwner } from '#records/roles.ts';
import { budgetColumns, raisesBudget } from '#records/token-budget.ts';
import type { Services } from '#services.ts';
import type { Membership, Store, WorkspaceTransaction } from '#storage/store.ts';
import { makeWorkspace } from './make-workspace.ts';
import {
  CreateWorkspace,
  DeleteWorkspaceQuery,
  toWorkspace,
  toWorkspaceOfPerson,
  UpdateWorkspace,
  Workspace,
  WorkspaceOfPerson,
} from './schema.ts';

const OPENS_MORE = 'People need a confirmation to let members publish, or to raise or remove a token budget.';

const opensMore: NeedsConfirmation = async (request) => {
  const { members_may_publish: mayPublish, token_budget } = request.body as z.output<typeof UpdateWorkspace>;
  const row = await contextOf(request).store.workspace.get();
  return (mayPublish === true && row.members_may_publish === 0) || raisesBudget(token_budget, row);
};

type Dependencies = Pick<Services, 'clock' | 'models'> & { stores: Record<Environment, Store> };

/** The settings of the workspace in this environment, for admins, and the workspaces of a person. */
export const workspaceRoutes =
  ({ clock, models, stores }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin' } as const;

    app.get(
      '/workspace',
      {
        config: { ...config, isVersioned: true },
        schema: {
          operationId: 'workspace.get',
          summary: 'Get the workspace',
          description: 'The workspace of the key, or the one that your browser shows.',
          response: { 200: envelope(Workspace) },
        },
      },
      async (request, reply) => {
        const { store } = contextOf(request);
        const row = await store.workspace.get();
        reply.header('etag', etagOf(versionOfRow(row)));
        return answer(request, toWorkspace(row, store.environment, await store.knowledgeBases.defaultId()));
      },
    );

    app.patch(
      '/workspace',
      {
        config: { isVersioned: true, ...config, confirmation: opensMore, condition: OPENS_MORE },
        onRequest: async (request) =>
          noteChanged(request, {
            id: contextOf(request).store.workspaceId,
            noun: 'workspace',
            versionIn: async (tx) => versionOfRow(await tx.workspace.get()),
          }),
        schema: {
          operationId: 'workspace.update',
          summary: 'Update the workspace',
          description:
            'Changes its settings in this environment. Fields that you leave out stay as they are.',
          body: UpdateWorkspace,
          response: { 200: envelope(Workspace) },
        },
      },
      async (request, reply) =>
        await commit(request, reply, async (tx) => {
          const { principal, store, audit } = contextOf(request);
          const before = await tx.workspace.get();
          const { name, members_may_publish: mayPublish, token_budget } = request.body;
          const row = await tx.workspace.update({
            ...defined({
              name,
              members_may_publish: mayPublish === undefined ? undefined : mayPublish ? 1 : 0,
            }),
            ...budgetColumns(principal, token_budget),
            updated_at: clock.now(),
          });
          if (token_budget) await tx.spentTokens.forgetTold(row.workspace_id);
          const baseId = await tx.knowledgeBases.defaultId();
          const data = toWorkspace(row, store.environment, baseId);
          const shown = toWorkspace(before, store.environment, baseId);
          const changes = changedFields(shown, data, ['name', 'members_may_publish', 'token_budget']);
          await audit(tx, 'workspace.updated', row.workspace_id, changes);
          return { data };
        }),
    );

    app.get(
      '/workspaces',
      {
        config: { isForPeople: true },
        schema: {
          operationId: 'workspaces.list',
          summary: 'List your workspaces',
          description: 'All that you are a member of, with your role in each.',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(WorkspaceOfPerson) },
        },
      },
      async (request) => {
        const accountId = contextOf(request).principal.actor.id as AccountId;
        const rows = await stores.live.people.membershipsOf(accountId);
        return answerPage(request, { items: rows.map(toWorkspaceOfPerson) });
      },
    );

    app.post(
      '/workspaces',
      {
        config: { access: 'owner' },
        schema: {
          operationId: 'workspaces.create',
          summary: 'Create a workspace',
          description:
            'Creates it in both environments, with a default knowledge base. You become its owner.',
          body: CreateWorkspace,
          response: { 201: envelope(WorkspaceOfPerson) },
        },
      },
      async (request, reply) => {
        const { principal, otherWorkspace, audit } = contextOf(request);
        const { name } = request.body;
        const id = newId('workspace');
        const now = clock.now();
        const fresh = { name, now, indexVersion: models.embedders.indexVersionFor(null) };
        // The live one last: it has the membership, without which the workspace is not visible.
        await makeWorkspace(otherWorkspace('sandbox', id), fresh);
        await makeWorkspace(otherWorkspace('live', id), fresh, async (tx) => {
          const account_id = principal.actor.id as AccountId;
          const account = await tx.accounts.find(account_id);
          const is_proved = account?.email_proved_at == null ? 0 : 1;
          await tx.members.insert({
            account_id,
            role: 'owner',
            created_at: now,
            is_proved,
            invited_by: null,
          });
          await audit(tx, 'workspace.created', id, { name });
        });
        return await commitLive(request, reply, async (tx) => {
          await audit(tx, 'workspace.created', id, { name });
          return {
            status: 201,
            location: '/v1/workspaces',
            data: toWorkspaceOfPerson({ workspace_id: id, name, role: 'owner' }),
          };
        });
      },
    );

    app.delete(
      '/workspaces/:id',
      {
        config: {
          confirmation: true,
          ...config,
          isForPeople: true,
          condition: 'You own the workspace that you delete.',
        },
        schema: {
          operationId: 'workspaces.delete',
          summary: 'Delete a workspace and everything in it',
          description:
            'Deletes it in both environments, for good. Answers 422 for the workspace that your browser shows: switch to another one first.',
          params: idParams('workspace', 'ws'),
          querystring: DeleteWorkspaceQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, otherWorkspace, withWorkspace, audit } = contextOf(request);
        const { workspace_id: id, name, role } = await mine(request.params.id, principal.actor.id);
        assertOwner(role, 'Deleting a workspace');
        if (id === principal.workspaceId)
          throw invalidField('id', 'is the workspace that your browser shows; switch to another one first');
        if (request.query.name !== name)
          throw invalidField('name', 'must be the name of the workspace to delete');
        // The live one last, so that an interrupted deletion can be repeated.
        const isLarge = { isLarge: true };
        await otherWorkspace('sandbox', id).transaction((tx) => tx.workspace.remove(), isLarge);
        const remove = async (within: (id: WorkspaceId) => WorkspaceTransaction): Promise<void> => {
          await within(id).workspace.remove();
          await audit(within(principal.workspaceId), 'workspace.deleted', id, { name });
        };
        await withWorkspace(id, remove, isLarge);
        return reply.status(204).send(null);
      },
    );

    /** A workspace of the account. Throws 404 for all others. */
    const mine = async (id: string, accountId: string): Promise<Membership> => {
      const memberships = await stores.live.people.membershipsOf(accountId as AccountId);
      const membership = memberships.find((each) => each.workspace_id === id);
      if (!membership) throw notFound('workspace', id);
      return membership;
    };
  };
