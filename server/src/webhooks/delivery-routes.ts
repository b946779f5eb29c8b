import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { emitTo } from '#jobs/emit.ts';
import type { DeliveryId, WebhookId } from '#lib/ids.ts';
import { idParams, isId } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { DeliveryWithEvent, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import { deliverAgain } from './deliver-again.ts';
import {
  Delivery,
  DeliveryWithPayload,
  ListDeliveriesQuery,
  toDelivery,
  toDeliveryWithPayload,
} from './schema.ts';
import { webhookOfPath } from './webhook-of-path.ts';

const params = idParams('webhook', 'wh');

const config = { access: 'admin' } as const;
const deliveryParams = params.extend({
  delivery_id: z.string().meta({ description: 'The id of the delivery, prefix `dlv_`.' }),
});

/** Lists deliveries to a webhook and sends them again. */
export const deliveryRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/webhooks/:id/test',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.test',
          summary: 'Send a test event to a webhook',
          description:
            'Sends an event `webhook.test` to this webhook only, whatever event types it receives.',
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
          operationId: 'webhooks.listDeliveries',
          summary: 'List the deliveries of a webhook',
          description: 'Newest first.',
          params,
          querystring: ListDeliveriesQuery,
          response: { 200: listEnvelope(Delivery) },
        },
      },
      async (request) => {
        const { deliveries } = contextOf(request).store;
        const { webhook_id } = webhookOfPath.of(request);
        const { status } = request.query;
        return await listPage(request, cursors, {
          context: ['deliveries', webhook_id, status],
          read: (page: Page<DeliveryId>) => deliveries.list(webhook_id, { ...page, status }),
          keyOf: (row) => row.delivery_id,
          show: toDelivery,
        });
      },
    );

    app.get(
      '/webhooks/:id/deliveries/:delivery_id',
      {
        config,
        onRequest: webhookOfPath.load,
        schema: {
          operationId: 'webhooks.getDelivery',
          summary: 'Get a delivery with its payload',
          description: 'The body as it was sent, and the result of each attempt.',
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
          operationId: 'webhooks.retryDelivery',
          summary: 'Retry a delivery now',
          description:
            'A delivery that has succeeded or failed starts over, with the same `webhook-id`. A pending one is attempted without waiting.',
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

async function assertEnabled(tx: WorkspaceTransaction, webhookId: WebhookId): Promise<void> {
  const webhook = await tx.webhooks.find(webhookId);
  if (!webhook) throw notFound('webhook', webhookId);
  if (webhook.is_enabled === 0)
    throw invalidField('id', 'names a disabled webhook; set its `enabled` to true first');
}

/** Throws 404 unless the id names a delivery of this webhook. */
async function findDelivery(
  { deliveries }: Pick<WorkspaceReads, 'deliveries'>,
  webhookId: WebhookId,
  id: string,
): Promise<DeliveryWithEvent> {
  const delivery = isId('dlv', id) ? await deliveries.find(id as DeliveryId) : undefined;
  if (delivery?.webhook_id !== webhookId) throw notFound('delivery', id);
  return delivery;
}
