import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { newId, type ViewId } from '#lib/ids.ts';
import { changedFields } from '#records/audit.ts';
import { idParams } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SavedViewRow } from '#storage/tables.ts';
import { CreateSavedView, ListSavedViewsQuery, SavedView, toSavedView, UpdateSavedView } from './schema.ts';

const params = idParams('saved view', 'view');

/** Views that others keep for themselves do not exist for the sender. */
const viewOfPath = pathResource({
  noun: 'saved view',
  prefix: 'view',
  find: (store, id, { principal }) => store.savedViews.find(id, { ownerId: principal.actor.id }),
});

const CHANGING = 'A shared view is changed and deleted by its owner, and by admins.';

/** Named filters of lists, of one person or shared with the workspace. */
export const savedViewRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/views',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'savedViews.create',
          summary: 'Save a view',
          description: `Filters of a list under a name. An owner has at most ${LIMITS.savedViewsOfAnOwner} views, and a workspace shares at most ${LIMITS.sharedViews}.`,
          body: CreateSavedView,
          response: { 201: envelope(SavedView) },
        },
      },
      async (request, reply) => {
        const { principal, audit } = contextOf(request);
        const { resource, name, filters, is_shared } = request.body;
        const { type, id, name: ownerName } = principal.actor;
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          const { own, shared } = await tx.savedViews.counts({ ownerId: id });
          if (own >= LIMITS.savedViewsOfAnOwner)
            throw new AppError(
              'unprocessable_entity',
              `You have ${own} saved views, the most there can be. Delete or change one that you no longer need.`,
            );
          if (is_shared) assertRoom(shared);
          const row = await tx.savedViews.insert({
            view_id: newId('view'),
            list: resource,
            name,
            filters: JSON.stringify(filters),
            is_shared: is_shared ? 1 : 0,
            owner_type: type,
            owner_id: id,
            owner_name: ownerName,
            created_at: now,
            updated_at: now,
          });
          await audit(tx, 'saved_view.created', row.view_id, { resource, name, is_shared });
          return { status: 201, location: `/v1/views/${row.view_id}`, data: toSavedView(row) };
        });
      },
    );

    app.get(
      '/views',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'savedViews.list',
          summary: 'List saved views',
          description: 'Your own and those that are shared, oldest first.',
          querystring: ListSavedViewsQuery,
          response: { 200: listEnvelope(SavedView) },
        },
      },
      async (request) => {
        const { store, principal } = contextOf(request);
        const { resource } = request.query;
        const ownerId = principal.actor.id;
        return await listPage(request, cursors, {
          context: ['saved-views', ownerId, resource],
          read: (page: Page<ViewId>) => store.savedViews.list({ ...page, ownerId, list: resource }),
          keyOf: (row) => row.view_id,
          show: toSavedView,
        });
      },
    );

    app.get(
      '/views/:id',
      {
        config: { access: 'unrestricted' },
        onRequest: viewOfPath.load,
        schema: {
          operationId: 'savedViews.get',
          summary: 'Get a saved view',
          description: 'Your own, or a shared one.',
          params,
          response: { 200: envelope(SavedView) },
        },
      },
      async (request) => answer(request, toSavedView(viewOfPath.of(request))),
    );

    app.patch(
      '/views/:id',
      {
        config: { access: 'unrestricted', condition: CHANGING },
        onRequest: viewOfPath.load,
        schema: {
          operationId: 'savedViews.update',
          summary: 'Change a saved view',
          description: 'Only the fields you send change. The list of a view stays.',
          params,
          body: UpdateSavedView,
          response: { 200: envelope(SavedView) },
        },
      },
      async (request, reply) => {
        const { audit } = contextOf(request);
        const { name, filters, is_shared } = request.body;
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          const before = await changeable(tx, request);
          const isNewlyShared = is_shared === true && before.is_shared === 0;
          if (isNewlyShared) assertRoom((await tx.savedViews.counts({ ownerId: before.owner_id })).shared);
          const row = await tx.savedViews.update(before.view_id, {
            ...(name !== undefined && { name }),
            ...(filters !== undefined && { filters: JSON.stringify(filters) }),
            ...(is_shared !== undefined && { is_shared: is_shared ? 1 : 0 }),
            updated_at: now,
          });
          if (!row) throw notFound('saved view', before.view_id);
          const changes = changedFields(before, row, ['name', 'filters', 'is_shared'], ['filters']);
          await audit(tx, 'saved_view.updated', row.view_id, changes);
          return { data: toSavedView(row) };
        });
      },
    );

    app.delete(
      '/views/:id',
      {
        config: { access: 'unrestricted', condition: CHANGING },
        onRequest: viewOfPath.load,
        schema: {
          operationId: 'savedViews.delete',
          summary: 'Delete a saved view',
          description: 'What it shows stays.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { store, audit } = contextOf(request);
        await store.transaction(async (tx) => {
          const { view_id, list, name } = await changeable(tx, request);
          await tx.savedViews.remove(view_id);
          await audit(tx, 'saved_view.deleted', view_id, { resource: list, name });
        });
        return reply.status(204).send(null);
      },
    );

    /** The view as of the transaction. Throws 403 if the sender may only look at it. */
    async function changeable(
      tx: Pick<WorkspaceTransaction, 'savedViews'>,
      request: FastifyRequest,
    ): Promise<SavedViewRow> {
      const { principal } = contextOf(request);
      const { view_id } = viewOfPath.of(request);
      const row = await tx.savedViews.find(view_id, { ownerId: principal.actor.id });
      if (!row) throw notFound('saved view', view_id);
      if (row.owner_id !== principal.actor.id && principal.scope !== 'admin')
        throw new AppError(
          'forbidden',
          `${row.owner_name} owns this view. Ask them or an admin to change it, or save one of your own.`,
        );
      return row;
    }
  };

function assertRoom(shared: number): void {
  if (shared >= LIMITS.sharedViews)
    throw new AppError(
      'unprocessable_entity',
      `The workspace shares ${shared} views, the most there can be. Delete one that nobody needs, or keep this one for yourself.`,
    );
}
