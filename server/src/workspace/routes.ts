import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access.ts';
import { commit } from '#http/commit.ts';
import { commitPeople } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { assertOwner } from '#http/people-alone.ts';
import { budgetColumns, raisesBudget } from '#http/set-token-budget.ts';
import { defined } from '#lib/defined.ts';
import type { Environment } from '#lib/environment.ts';
import { type AccountId, newId, type WorkspaceId } from '#lib/ids.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
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

const OPENS_MORE =
  'Letting members publish, and raising or removing a token budget, need a confirmation from people.';

const opensMore: NeedsConfirmation = async (request) => {
  const { members_may_publish: mayPublish, token_budget } = request.body as z.output<typeof UpdateWorkspace>;
  const row = await contextOf(request).store.workspace.get();
  return (mayPublish === true && row.members_may_publish === 0) || raisesBudget(token_budget, row);
};

type Dependencies = Pick<Services, 'clock' | 'models'> & { stores: Record<Environment, Store> };

/** The settings of the workspace in this environment, for admin keys, and the workspaces of a person. */
export const workspaceRoutes =
  ({ clock, models, stores }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin' } as const;

    app.get(
      '/workspace',
      { config, schema: { summary: 'Get the workspace', response: { 200: envelope(Workspace) } } },
      async (request) => {
        const { store } = contextOf(request);
        return answer(
          request,
          toWorkspace(await store.workspace.get(), store.environment, await store.knowledgeBases.defaultId()),
        );
      },
    );

    app.patch(
      '/workspace',
      {
        config: { ...config, confirmation: opensMore, condition: OPENS_MORE },
        schema: {
          summary: 'Change the workspace',
          description: 'Its settings in this environment. Only the fields that are sent change.',
          body: UpdateWorkspace,
          response: { 200: envelope(Workspace) },
        },
      },
      async (request, reply) =>
        await commit(request, reply, async (tx) => {
          const { principal, store } = contextOf(request);
          const before = await tx.workspace.get();
          const { name, members_may_publish: mayPublish, token_budget } = request.body;
          const row = await tx.workspace.update({
            ...defined({
              name,
              members_may_publish: mayPublish === undefined ? undefined : mayPublish ? 1 : 0,
            }),
            ...budgetColumns(request, token_budget),
            updated_at: clock.now(),
          });
          if (token_budget) await tx.spentTokens.forgetTold(row.workspace_id);
          const baseId = await tx.knowledgeBases.defaultId();
          const data = toWorkspace(row, store.environment, baseId);
          const shown = toWorkspace(before, store.environment, baseId);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'workspace.updated',
            subjectId: row.workspace_id,
            details: changedFields(shown, data, ['name', 'members_may_publish', 'token_budget']),
            now: clock.now(),
          });
          return { data };
        }),
    );

    app.get(
      '/workspaces',
      {
        config: { isForPeople: true },
        schema: {
          summary: 'List your workspaces',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(WorkspaceOfPerson) },
        },
      },
      async (request) => {
        const accountId = contextOf(request).principal.actor.id as AccountId;
        const rows = await stores.live.people.membershipsOf(accountId);
        return answerPage(request, { items: rows.map(toWorkspaceOfPerson), nextCursor: undefined });
      },
    );

    app.post(
      '/workspaces',
      {
        config: { access: 'owner' },
        schema: {
          summary: 'Create a workspace',
          description:
            'In both environments, with a default knowledge base; you are its owner. For owners of a workspace.',
          body: CreateWorkspace,
          response: { 201: envelope(WorkspaceOfPerson) },
        },
      },
      async (request, reply) => {
        const { principal, otherWorkspace } = contextOf(request);
        const { name } = request.body;
        const id = newId('workspace');
        const now = clock.now();
        const created = {
          actor: principal.actor,
          action: 'workspace.created' as const,
          subjectId: id,
          details: { name },
        };
        const fresh = { name, now, indexVersion: models.embedders.indexVersionFor(null) };
        // The live one last: it has the member, and whoever does not see it there has none.
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
          await recordAudit(tx, { ...created, now });
        });
        return await commitPeople(request, reply, async (tx) => {
          await recordAudit(tx, { ...created, now });
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
          condition: 'You are an owner of the workspace that is deleted.',
        },
        schema: {
          summary: 'Delete a workspace with everything in it',
          description:
            'In both environments and for good, for its owners. Refused with 422 for the workspace that your browser shows: switch to another one first.',
          params: z.object({ id: z.string() }),
          querystring: DeleteWorkspaceQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, otherWorkspace, withWorkspace } = contextOf(request);
        const { workspace_id: id, name, role } = await mine(request.params.id, principal.actor.id);
        assertOwner(role, 'Deleting a workspace');
        if (id === principal.workspaceId)
          throw invalidField('id', 'is the workspace that you are in; switch to another one first');
        if (request.query.name !== name)
          throw invalidField('name', 'must be the name of the workspace that is to be deleted');
        // The live one last, so that what was cut short can be repeated.
        const isBulky = { isBulky: true };
        await otherWorkspace('sandbox', id).transaction((tx) => tx.workspace.remove(), isBulky);
        const remove = async (within: (id: WorkspaceId) => WorkspaceTransaction): Promise<void> => {
          await within(id).workspace.remove();
          await recordAudit(within(principal.workspaceId), {
            actor: principal.actor,
            action: 'workspace.deleted',
            subjectId: id,
            details: { name },
            now: clock.now(),
          });
        };
        await withWorkspace(id, remove, isBulky);
        return reply.status(204).send(null);
      },
    );

    /** A workspace of whoever asks. Throws 404 for all others. */
    const mine = async (id: string, accountId: string): Promise<Membership> => {
      const memberships = await stores.live.people.membershipsOf(accountId as AccountId);
      const membership = memberships.find((each) => each.workspace_id === id);
      if (!membership) throw notFound('workspace', id);
      return membership;
    };
  };
