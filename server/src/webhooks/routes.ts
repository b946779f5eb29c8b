import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { emitTo } from '#jobs/emit.ts';
import { hoursAfter } from '#lib/clock.ts';
import { type DeliveryId, type EventId, newId, type WebhookId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import { isId, pageQuery, webAddress } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { DeliveryWithEvent, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { WebhookRow } from '#storage/tables.ts';
import { auditWebhook } from './audit-webhook.ts';
import { deliverAgain } from './deliver-again.ts';
import {
  CreateWebhook,
  Delivery,
  DeliveryWithPayload,
  Event,
  ListDeliveriesQuery,
  ListEventsQuery,
  toDelivery,
  toDeliveryWithPayload,
  toEvent,
  toWebhook,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from './schema.ts';
import { newSecret } from './sign-event.ts';

const webhookOfPath = pathResource({
  noun: 'webhook',
  prefix: 'wh',
  find: (store, id) => store.webhooks.find(id),
});
const params = z.object({ id: z.string() });
const deliveryParams = params.extend({ delivery_id: z.string() });

/** How long the secret before signs too. */
const OVERLAP_HOURS = 24;

/** For admin keys alone: what webhooks and events tell includes keys and agents. */
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
          summary: 'List events',
          description: 'Newest first: what webhooks are told, for those who cannot receive them.',
          querystring: ListEventsQuery,
          response: { 200: listEnvelope(Event) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor, type: types, created_after } = request.query;
        const context = [store.workspaceId, 'events', types, created_after];
        const rows = await store.events.list({
          limit,
          types,
          createdAfter: created_after === undefined ? undefined : Date.parse(created_after),
          after: cursors.read<EventId>(cursor, context),
        });
        const page = cursors.page(rows, limit, context, (row) => row.event_id);
        return answerPage(request, {
          items: page.rows.map((row) => toEvent(row, store.environment)),
          nextCursor: page.nextCursor,
        });
      },
    );
  };

const TELLS_MORE =
  'Changing `url` or `events`, and setting `enabled` to true, need a confirmation from people.';

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
          summary: 'Create a webhook',
          description: 'Its secret is in this answer and nowhere else.',
          body: CreateWebhook,
          response: { 201: envelope(WebhookWithSecret) },
        },
      },
      async (request, reply) => {
        const { url, events = null, description = '' } = request.body;
        const now = clock.now();
        const secret = newSecret();
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
          await auditWebhook(request, tx, 'created', { webhook, now });
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
          summary: 'List webhooks',
          description: 'Newest first.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Webhook) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'webhooks'];
        const rows = await store.webhooks.list({ limit, after: cursors.read<WebhookId>(cursor, context) });
        const page = cursors.page(rows, limit, context, (row) => row.webhook_id);
        const items = page.rows.map((row) => toWebhook(row, clock.now()));
        return answerPage(request, { items, nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/webhooks/:id',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: { summary: 'Get a webhook', params, response: { 200: envelope(Webhook) } },
      },
      async (request) => answer(request, toWebhook(webhookOfPath.of(request), clock.now())),
    );

    app.patch(
      '/webhooks/:id',
      {
        config: { ...config, confirmation: tellsMore, condition: TELLS_MORE },
        onRequest: webhookOfPath.load,
        schema: {
          summary: 'Change a webhook',
          description: 'Only the fields that are sent change.',
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
          await auditWebhook(request, tx, 'updated', { webhook: row, before, now });
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
          summary: 'Replace the secret of a webhook',
          description: 'For 24 hours the old secret and the new one both sign.',
          params,
          response: { 200: envelope(WebhookWithSecret) },
        },
      },
      async (request, reply) => {
        const { webhook_id } = webhookOfPath.of(request);
        const secret = newSecret();
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
          await auditWebhook(request, tx, 'secret_rotated', { webhook: row, now });
          return { data: { ...toWebhook(row, now), secret } };
        });
      },
    );

    app.delete(
      '/webhooks/:id',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: { summary: 'Delete a webhook with its deliveries', params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const webhook = webhookOfPath.of(request);
        const { webhook_id } = webhook;
        await contextOf(request).store.transaction(async (tx) => {
          if (!(await tx.webhooks.remove(webhook_id))) throw notFound('webhook', webhook_id);
          await auditWebhook(request, tx, 'deleted', { webhook, now: clock.now() });
        });
        return reply.status(204).send(null);
      },
    );
  };

const deliveryRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/webhooks/:id/test',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          summary: 'Send a test event to a webhook',
          description: 'An event `webhook.test`, to this webhook alone, whichever types it asked for.',
          params,
          response: { 201: envelope(DeliveryWithPayload) },
        },
      },
      async (request, reply) => {
        const { store } = contextOf(request);
        const { webhook_id } = webhookOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          await assertEnabled(tx, webhook_id);
          const id = await emitTo(tx, webhook_id, {
            type: 'webhook.test',
            subjectId: webhook_id,
            data: { id: webhook_id },
            now: clock.now(),
          });
          return {
            status: 201,
            location: `/v1/webhooks/${webhook_id}/deliveries/${id}`,
            data: toDeliveryWithPayload(await findDelivery(tx, webhook_id, id), store.environment),
          };
        });
      },
    );

    app.get(
      '/webhooks/:id/deliveries',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          summary: 'List the deliveries of a webhook',
          description: 'Newest first.',
          params,
          querystring: ListDeliveriesQuery,
          response: { 200: listEnvelope(Delivery) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { webhook_id } = webhookOfPath.of(request);
        const { limit, cursor, status } = request.query;
        const context = [store.workspaceId, 'deliveries', webhook_id, status];
        const after = cursors.read<DeliveryId>(cursor, context);
        const rows = await store.deliveries.list(webhook_id, { limit, status, after });
        const page = cursors.page(rows, limit, context, (row) => row.delivery_id);
        return answerPage(request, { items: page.rows.map(toDelivery), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/webhooks/:id/deliveries/:delivery_id',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          summary: 'Get a delivery with what is sent',
          params: deliveryParams,
          response: { 200: envelope(DeliveryWithPayload) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { webhook_id } = webhookOfPath.of(request);
        const delivery = await findDelivery(store, webhook_id, request.params.delivery_id);
        return answer(request, toDeliveryWithPayload(delivery, store.environment));
      },
    );

    app.post(
      '/webhooks/:id/deliveries/:delivery_id/retry',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          summary: 'Deliver an event again, now',
          description:
            'One that was delivered or has failed begins anew, with the same `webhook-id`; one that is pending is not waited for any longer.',
          params: deliveryParams,
          response: { 200: envelope(DeliveryWithPayload) },
        },
      },
      async (request, reply) => {
        const { store } = contextOf(request);
        const { webhook_id } = webhookOfPath.of(request);
        const { delivery_id } = request.params;
        return await commit(request, reply, async (tx) => {
          const delivery = await findDelivery(tx, webhook_id, delivery_id);
          await assertEnabled(tx, webhook_id);
          await deliverAgain(tx, delivery, clock.now());
          const pending = await findDelivery(tx, webhook_id, delivery_id);
          return { data: toDeliveryWithPayload(pending, store.environment) };
        });
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

async function assertEnabled(tx: WorkspaceTransaction, webhookId: WebhookId): Promise<void> {
  const webhook = await tx.webhooks.find(webhookId);
  if (!webhook) throw notFound('webhook', webhookId);
  if (webhook.is_enabled === 0)
    throw invalidField('id', 'is a webhook that is disabled; set its `enabled` to true first');
}

/** Throws 404 for an id that is none of a delivery of this webhook. */
async function findDelivery(
  { deliveries }: Pick<WorkspaceReads, 'deliveries'>,
  webhookId: WebhookId,
  id: string,
): Promise<DeliveryWithEvent> {
  const delivery = isId('dlv', id) ? await deliveries.find(id as DeliveryId) : undefined;
  if (delivery?.webhook_id !== webhookId) throw notFound('delivery', id);
  return delivery;
}

const tooManyWebhooks = (): AppError =>
  new AppError(
    'unprocessable_entity',
    `A workspace has at most ${LIMITS.webhooks} webhooks: delete one that is not needed, or change it.`,
  );
