import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { EVENT_TYPES } from '#server/isomorphic/event-types.ts';
import type {
  Delivery as DeliverySchema,
  DeliveryWithPayload as DeliveryWithPayloadSchema,
  Webhook as WebhookSchema,
  WebhookWithSecret as WebhookWithSecretSchema,
} from '#server/webhooks/schema.ts';
import { BY_CURSOR, request, requestPage } from '#shared/api/request.ts';

export type Webhook = z.infer<typeof WebhookSchema>;
export type WebhookWithSecret = z.infer<typeof WebhookWithSecretSchema>;
export type Delivery = z.infer<typeof DeliverySchema>;
export type DeliveryWithPayload = z.infer<typeof DeliveryWithPayloadSchema>;

export const WEBHOOKS = '/v1/webhooks';

/** The events that a webhook can choose; a test event is only sent on request. */
export const CHOOSABLE_EVENTS = EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** How often pending deliveries are polled. */
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

/** A delivery with its payload. */
export const deliveryQuery = (webhookId: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', webhookId, id],
    queryFn: ({ signal }) =>
      request<DeliveryWithPayload>('GET', `${WEBHOOKS}/${webhookId}/deliveries/${id}`, undefined, signal),
  });
