import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access/access.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { hoursAfter } from '#lib/clock.ts';
import { type EventId, newId, type WebhookId } from '#lib/ids.ts';
import { idParams, pageQuery, webAddress } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { WebhookRow } from '#storage/tables.ts';
import { auditWebhook } from './audit-webhook.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import {
  CreateWebhook,
  Event,
  ListEventsQuery,
  toEvent,
  toWebhook,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from './schema.ts';
import { newWebhookSecret } from './sign-event.ts';
import { webhookOfPath } from './webhook-of-path.ts';

const params = idParams('webhook', 'wh');

/** How long a replaced secret still signs. */
const OVERLAP_HOURS = 24;

/** For admins only: webhooks and events tell about keys and agents. */
const config = { access: 'admin' } as const;

export const webhookRoutes =
  (services: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(endpointRoutes(services, cursors));
    await app.register(deliveryRoutes(services, cursors));

    app.get(
      '/events',
      {
        config,
        schema: {
          operationId: 'events.list',
          summary: 'List events',
          description: 'Newest first. The same events as webhooks receive, for clients that poll.',
          querystring: ListEventsQuery,
          response: { 200: listEnvelope(Event) },
        },
      },
      async (request) => {
        const { events, environment } = contextOf(request).store;
        const { type: types, created_after } = request.query;
        const createdAfter = created_after === undefined ? undefined : Date.parse(created_after);
        return await listPage(request, cursors, {
          context: ['events', types, created_after],
          read: (page: Page<EventId>) => events.list({ ...page, types, createdAfter }),
          keyOf: (row) => row.event_id,
          show: (row) => toEvent(row, environment),
        });
      },
    );
  };

const TELLS_MORE = 'People need a confirmation to change `url` or `events`, or to set `enabled` to true.';

const tellsMore: NeedsConfirmation = (request) => {
  const { url, events, enabled } = request.body as z.output<typeof UpdateWebhook>;
  return url !== undefined || events !== undefined || enabled === true;
};

const endpointRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/webhooks',
      {
        config: { ...config, confirmation: true },
        schema: {
          operationId: 'webhooks.create',
          summary: 'Create a webhook',
          description: 'Only this answer shows its secret.',
          body: CreateWebhook,
          response: { 201: envelope(WebhookWithSecret) },
        },
      },
      async (request, reply) => {
        const { url, events = null, description = '' } = request.body;
        const now = clock.now();
        const secret = newWebhookSecret();
        const row = {
          webhook_id: newId('webhook'),
          url: webAddress(url),
          description,
          events: events && JSON.stringify(events),
          is_enabled: 1 as const,
          disabled_reason: null,
          secret,
          previous_secret: null,
          previous_secret_until: null,
          failing_since: null,
          created_at: now,
          updated_at: now,
          created_by: makerOf(contextOf(request).principal),
        };
        reply.header('cache-control', 'no-store');
        return await commit(request, reply, async (tx) => {
          if ((await tx.webhooks.count()) >= LIMITS.webhooks) throw tooManyWebhooks();
          const webhook = await tx.webhooks.insert(row);
          await auditWebhook(request, tx, 'created', { webhook });
          return {
            status: 201,
            location: `/v1/webhooks/${row.webhook_id}`,
            data: { ...toWebhook(webhook, now), secret },
          };
        });
      },
    );

    app.get(
      '/webhooks',
      {
        config,
        schema: {
          operationId: 'webhooks.list',
          summary: 'List webhooks',
          description: 'Newest first.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Webhook) },
        },
      },
      async (request) => {
        const { webhooks } = contextOf(request).store;
        return await listPage(request, cursors, {
          context: ['webhooks'],
          read: webhooks.list,
          keyOf: (row) => row.webhook_id,
          show: (row) => toWebhook(row, clock.now()),
        });
      },
    );

    app.get(
      '/webhooks/:id',
      {
        config: { ...config, isVersioned: true },
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.get',
          summary: 'Get a webhook',
          description: 'Without its secret, which only the answers to creating and rotating show.',
          params,
          response: { 200: envelope(Webhook) },
        },
      },
      async (request) => answer(request, toWebhook(webhookOfPath.of(request), clock.now())),
    );

    app.patch(
      '/webhooks/:id',
      {
        config: { isVersioned: true, ...config, confirmation: tellsMore, condition: TELLS_MORE },
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.update',
          summary: 'Update a webhook',
          description: 'Changes only the fields that you send.',
          params,
          body: UpdateWebhook,
          response: { 200: envelope(Webhook) },
        },
      },
      async (request, reply) => {
        const { webhook_id } = webhookOfPath.of(request);
        const { url, events, description, enabled } = request.body;
        const now = clock.now();
        const changes = {
          ...(url !== undefined && { url: webAddress(url) }),
          ...(events !== undefined && { events: events && JSON.stringify(events) }),
          ...(description !== undefined && { description }),
          ...(enabled === false && { is_enabled: 0 as const }),
          ...(enabled === true && { is_enabled: 1 as const, disabled_reason: null, failing_since: null }),
          updated_at: now,
        };
        return await commit(request, reply, async (tx) => {
          const before = await tx.webhooks.find(webhook_id);
          const row = await update(tx, webhook_id, changes);
          await auditWebhook(request, tx, 'updated', { webhook: row, before });
          if (enabled === false) await tx.deliveries.failPending(webhook_id, now);
          return { data: toWebhook(row, now) };
        });
      },
    );

    app.post(
      '/webhooks/:id/rotate-secret',
      {
        config: { ...config, confirmation: true },
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.rotateSecret',
          summary: "Rotate a webhook's secret",
          description: 'For 24 hours, deliveries are signed with both the old and the new secret.',
          params,
          response: { 200: envelope(WebhookWithSecret) },
        },
      },
      async (request, reply) => {
        const { webhook_id } = webhookOfPath.of(request);
        const secret = newWebhookSecret();
        const now = clock.now();
        reply.header('cache-control', 'no-store');
        return await commit(request, reply, async (tx) => {
          const before = await tx.webhooks.find(webhook_id);
          const row = await update(tx, webhook_id, {
            secret,
            previous_secret: before?.secret ?? null,
            previous_secret_until: hoursAfter(now, OVERLAP_HOURS),
            updated_at: now,
          });
          await auditWebhook(request, tx, 'secret_rotated', { webhook: row });
          return { data: { ...toWebhook(row, now), secret } };
        });
      },
    );

    app.delete(
      '/webhooks/:id',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.delete',
          summary: 'Delete a webhook and its deliveries',
          description: 'At once and for good. Deliveries that wait are not sent.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const webhook = webhookOfPath.of(request);
        const { webhook_id } = webhook;
        await contextOf(request).store.transaction(async (tx) => {
          if (!(await tx.webhooks.remove(webhook_id))) throw notFound('webhook', webhook_id);
          await auditWebhook(request, tx, 'deleted', { webhook });
        });
        return reply.status(204).send(null);
      },
    );
  };

async function update(
  tx: WorkspaceTransaction,
  webhookId: WebhookId,
  changes: Parameters<WorkspaceTransaction['webhooks']['update']>[1],
): Promise<WebhookRow> {
  const row = await tx.webhooks.update(webhookId, changes);
  if (!row) throw notFound('webhook', webhookId);
  return row;
}

const tooManyWebhooks = (): AppError =>
  new AppError(
    'unprocessable_entity',
    `A workspace has at most ${LIMITS.webhooks} webhooks. Delete or change one that you no longer need.`,
  );
