import { z } from 'zod';
import { EVENT_TYPES, type EventType } from '#isomorphic/event-types.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { createdBy } from '#records/api-key.ts';
import { environment, isoTime, pageQuery, repeated, text, timestamp, webUrl } from '#records/fields.ts';
import type { DeliveryOfType, DeliveryWithEvent } from '#storage/store.ts';
import type { EventRow, WebhookRow } from '#storage/tables.ts';
import { dataOf } from './sign-event.ts';

const EventTypeSchema = z
  .enum(EVENT_TYPES, { error: `must be one of ${EVENT_TYPES.join(', ')}` })
  .meta({ id: 'EventType', description: 'What happened: a noun and a verb in the past tense.' });

/** The body that a webhook receives. */
const eventBody = {
  type: EventTypeSchema,
  timestamp,
  workspace_id: z.string().meta({ description: 'The workspace in which it happened.' }),
  environment,
  data: z.record(z.string(), z.unknown()).meta({
    description:
      'What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them.',
  }),
};
const EventBody = z.object(eventBody).meta({ id: 'EventBody', description: 'What a webhook receives.' });

export const Event = z
  .object({
    id: z.string().meta({ description: 'Prefix `evt_`; the `webhook-id` of its deliveries.' }),
    ...eventBody,
  })
  .meta({ id: 'Event', description: 'Something that happened in the workspace.' });

export const Webhook = z
  .object({
    id: z.string().meta({ description: 'Prefix `wh_`.' }),
    url: z.string().meta({ description: 'Where events are sent.' }),
    description: z.string().meta({ description: 'What it is for, in your words; may be empty.' }),
    events: z
      .array(EventTypeSchema)
      .nullable()
      .meta({ description: 'Null means all events, including types added later.' }),
    enabled: z.boolean().meta({ description: 'If false, it receives nothing.' }),
    disabled_reason: z.string().optional().meta({ description: 'Why Footnote disabled it.' }),
    failing_since: timestamp.optional().meta({ description: 'No delivery has succeeded since then.' }),
    previous_secret_until: timestamp
      .optional()
      .meta({ description: 'Until then, deliveries are also signed with the previous secret.' }),
    created_by: createdBy,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook', description: 'An endpoint of yours that receives events.' });

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().meta({ description: 'Verify signatures with it. Shown only once.' }),
}).meta({ id: 'WebhookWithSecret', description: 'A webhook with the secret that signs its deliveries.' });

const events = z
  .array(EventTypeSchema)
  .min(1, 'must name at least one type of event; leave it out for all')
  .max(EVENT_TYPES.length, `must name at most ${EVENT_TYPES.length} types of events`)
  .transform((types) => [...new Set(types)]);
const url = webUrl.meta({ description: 'An http or https URL with a public address.' });
const description = text(LIMITS.descriptionCharacters).meta({
  description: 'What it is for, in your words.',
});

export const CreateWebhook = z
  .strictObject({
    url,
    events: events.nullable().optional().meta({ description: 'Defaults to all.' }),
    description: description.optional(),
  })
  .meta({ id: 'CreateWebhook', description: 'A new webhook.' });

export const UpdateWebhook = z
  .strictObject({
    url: url.optional(),
    events: events.nullable().optional().meta({ description: 'Null means all events.' }),
    description: description.optional(),
    enabled: z.boolean().optional().meta({
      description: '`false` fails pending deliveries; `true` clears the failures.',
    }),
  })
  .meta({ id: 'UpdateWebhook', description: 'Changes of a webhook.' });

const DeliveryAttempt = z
  .object({
    attempted_at: timestamp,
    duration_ms: z.int().meta({ description: 'Until the response or the failure.' }),
    status_code: z.int().optional().meta({ description: 'Absent if there was no response.' }),
    error: z.string().optional().meta({ description: 'Why it failed.' }),
    response: z.string().optional().meta({ description: 'The first 500 bytes of the response.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One request to the endpoint.' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

const DeliveryStatusSchema = z.enum(['pending', 'delivered', 'failed']).meta({
  id: 'DeliveryStatus',
  description:
    '`pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`).',
});

export const Delivery = z
  .object({
    id: z.string().meta({ description: 'Prefix `dlv_`.' }),
    event_id: z.string().meta({ description: 'The event, prefix `evt_`: the `webhook-id` of each attempt.' }),
    event_type: EventTypeSchema,
    status: DeliveryStatusSchema,
    attempts: z.array(DeliveryAttempt).meta({ description: 'The latest 20 attempts, oldest first.' }),
    next_attempt_at: timestamp.optional().meta({
      description:
        'Absent once the delivery has ended, and while it waits for an earlier event about the same subject.',
    }),
    created_at: timestamp,
    ended_at: timestamp.optional(),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to a webhook.' });

export const DeliveryWithPayload = Delivery.extend({ payload: EventBody }).meta({
  id: 'DeliveryWithPayload',
  description: 'A delivery with the body that is sent.',
});

export const ListDeliveriesQuery = z.strictObject({
  ...pageQuery,
  status: DeliveryStatusSchema.optional().meta({ description: 'Only deliveries with this status.' }),
});

export const ListEventsQuery = z.strictObject({
  ...pageQuery,
  type: repeated(EventTypeSchema, EVENT_TYPES.length).meta({
    description: 'Only events of these types. Repeat the parameter for several.',
  }),
  created_after: isoTime.optional().meta({ description: 'Only events after this time.' }),
});

export const toWebhook = (row: WebhookRow, now: number): z.infer<typeof Webhook> => ({
  id: row.webhook_id,
  url: row.url,
  description: row.description,
  events: row.events === null ? null : (JSON.parse(row.events) as EventType[]),
  enabled: row.is_enabled === 1,
  ...(row.disabled_reason !== null && { disabled_reason: row.disabled_reason }),
  ...(row.failing_since !== null && { failing_since: toIso(row.failing_since) }),
  ...(row.previous_secret_until !== null &&
    row.previous_secret_until > now && { previous_secret_until: toIso(row.previous_secret_until) }),
  created_by: row.created_by,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

export const toDelivery = (row: DeliveryOfType): z.infer<typeof Delivery> => ({
  id: row.delivery_id,
  event_id: row.event_id,
  event_type: row.type as EventType,
  status: row.status,
  attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
  ...(row.next_attempt_at !== null && { next_attempt_at: toIso(row.next_attempt_at) }),
  created_at: toIso(row.created_at),
  ...(row.ended_at !== null && { ended_at: toIso(row.ended_at) }),
});

export const toDeliveryWithPayload = (
  row: DeliveryWithEvent,
  environment: Environment,
): z.infer<typeof DeliveryWithPayload> => ({
  ...toDelivery(row),
  payload: toBody({ ...row, created_at: row.event_created_at }, environment),
});

export const toEvent = (row: EventRow, environment: Environment): z.infer<typeof Event> => ({
  id: row.event_id,
  ...toBody(row, environment),
});

const toBody = (
  row: Pick<EventRow, 'type' | 'created_at' | 'workspace_id' | 'subject_id' | 'data'>,
  environment: Environment,
): z.infer<typeof EventBody> => ({
  type: row.type as EventType,
  timestamp: toIso(row.created_at),
  workspace_id: row.workspace_id,
  environment,
  data: dataOf(row),
});
