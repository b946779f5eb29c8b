import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { EventType } from '../../../server/src/lib/event-types.ts';
import type {
  Delivery as DeliverySchema,
  DeliveryWithPayload as DeliveryWithPayloadSchema,
  Webhook as WebhookSchema,
  WebhookWithSecret as WebhookWithSecretSchema,
} from '../../../server/src/webhooks/schema.ts';
import { BY_CURSOR, request, requestPage } from '../api.ts';
import { every } from '../every.ts';

export type Webhook = z.infer<typeof WebhookSchema>;
export type WebhookWithSecret = z.infer<typeof WebhookWithSecretSchema>;
export type Delivery = z.infer<typeof DeliverySchema>;
export type DeliveryWithPayload = z.infer<typeof DeliveryWithPayloadSchema>;

export const WEBHOOKS = '/v1/webhooks';

/** Those that one can ask for: a test is sent when it is asked for alone. */
export const EVENT_TYPES = every<Exclude<EventType, 'webhook.test'>>()([
  'source.indexed',
  'source.failed',
  'source.deleted',
  'agent.created',
  'agent.updated',
  'agent.deleted',
  'conversation.started',
  'message.feedback',
  'budget.warning',
  'budget.exceeded',
  'key.created',
  'key.revoked',
]);

/** While something is on its way, it is asked for so often. */
const POLL_MS = 1_500;

export const webhooksQuery = infiniteQueryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ pageParam, signal }) =>
    requestPage<Webhook>(WEBHOOKS, { limit: 100, cursor: pageParam }, signal),
  ...BY_CURSOR,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => request<Webhook>('GET', `${WEBHOOKS}/${id}`, undefined, signal),
  });

export const deliveriesQuery = (id: string, status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id, status],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Delivery>(`${WEBHOOKS}/${id}/deliveries`, { limit: 25, status, cursor: pageParam }, signal),
    ...BY_CURSOR,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((delivery) => delivery.status === 'pending'))
        ? POLL_MS
        : false,
  });

/** With what is sent. */
export const deliveryQuery = (webhookId: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', webhookId, id],
    queryFn: ({ signal }) =>
      request<DeliveryWithPayload>('GET', `${WEBHOOKS}/${webhookId}/deliveries/${id}`, undefined, signal),
  });
