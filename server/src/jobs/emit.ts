import type { EventType } from '#isomorphic/event-types.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type DeliveryId, type EventId, newId, sortIdsAfter, type WebhookId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { ERASED_EVENT, type EventRow } from '#storage/tables.ts';
import { enqueue } from './enqueue.ts';
import { truncateJson } from './truncate-json.ts';

type EventTransaction = Pick<WorkspaceTransaction, 'events' | 'webhooks' | 'deliveries' | 'jobs'>;

export type NewEvent = {
  type: EventType;
  /** The subject of the event. Events of one subject are delivered in order. */
  subjectId: string;
  /** The data as clients see it. Long strings are truncated if the whole is too large (lib/fit-json.ts). */
  data: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  now: number;
};

/** Reserved for the parts of a body around its data. */
const ENVELOPE_BYTES = 512;

/** Records an event in the transaction that causes it, so that neither exists without the other. Stores it for `GET
 *  /v1/events`, and sends it to each enabled webhook that subscribes to its type. */
export async function emit(tx: EventTransaction, event: NewEvent): Promise<void> {
  const eventId = await insertEvent(tx, event);
  for (const webhookId of await subscribers(tx, event.type)) await addDelivery(tx, webhookId, eventId, event);
}

/** The same for several events of one type, in two statements if no webhook subscribes to it. */
export async function emitMany(tx: EventTransaction, events: readonly NewEvent[]): Promise<void> {
  const [first, second] = events;
  if (!first) return;
  if (!second) return await emit(tx, first);
  const rows = events.map((event) => ({ event, row: eventRow(event) }));
  await tx.events.insertMany(rows.map(({ row }) => row));
  const webhookIds = await subscribers(tx, first.type);
  for (const { event, row } of rows)
    for (const webhookId of webhookIds) await addDelivery(tx, webhookId, row.event_id, event);
}

/** Records that something was deleted. The event keeps the deleted content only until it is delivered. */
export async function emitDeleted(tx: EventTransaction, event: NewEvent): Promise<void> {
  const eventId = await insertEvent(tx, event, ERASED_EVENT);
  const webhooks = await subscribers(tx, event.type);
  if (webhooks.length > 0) await tx.events.setData(eventId, jsonOf(event.data));
  for (const webhookId of webhooks) await addDelivery(tx, webhookId, eventId, event);
}

/** The enabled webhooks that subscribe to a type. */
async function subscribers(tx: EventTransaction, type: EventType): Promise<WebhookId[]> {
  const wantIt = (events: string | null): boolean =>
    events === null || (JSON.parse(events) as EventType[]).includes(type);
  return (await tx.webhooks.subscriptions())
    .filter(({ events }) => wantIt(events))
    .map(({ webhook_id }) => webhook_id);
}

/** Sends an event to one webhook, even if it does not subscribe to the type. */
export async function emitTo(
  tx: EventTransaction,
  webhookId: WebhookId,
  event: NewEvent,
): Promise<DeliveryId> {
  const eventId = await insertEvent(tx, event);
  return await addDelivery(tx, webhookId, eventId, event);
}

async function insertEvent(
  tx: EventTransaction,
  event: NewEvent,
  json = jsonOf(event.data),
): Promise<EventId> {
  const row = eventRow(event, json);
  await tx.events.insert(row);
  return row.event_id;
}

const eventRow = (
  { type, subjectId, data, now }: NewEvent,
  json = jsonOf(data),
): Omit<EventRow, 'workspace_id'> => ({
  event_id: newId('event'),
  type,
  subject_id: subjectId,
  data: json,
  created_at: now,
});

const jsonOf = (data: NewEvent['data']): string => truncateJson(data, LIMITS.eventBytes - ENVELOPE_BYTES);

/** Only the first delivery of a line gets a job. The next one gets its job when the one before has ended. */
async function addDelivery(
  tx: EventTransaction,
  webhookId: WebhookId,
  eventId: EventId,
  { subjectId, now }: NewEvent,
): Promise<DeliveryId> {
  const last = await tx.deliveries.lastPending({ webhook_id: webhookId, subject_id: subjectId });
  // Deliveries are ordered by id, even if the clock of another node is ahead of ours.
  if (last) sortIdsAfter(last);
  const deliveryId = newId('delivery');
  await tx.deliveries.insert({
    delivery_id: deliveryId,
    webhook_id: webhookId,
    event_id: eventId,
    subject_id: subjectId,
    status: 'pending',
    attempt_count: 0,
    next_attempt_at: last ? null : now,
    attempts: '[]',
    created_at: now,
    ended_at: null,
  });
  if (!last) await queueDelivery(tx, deliveryId, now);
  return deliveryId;
}

/** Queues a job for a pending delivery that has none. */
export const queueDelivery = (
  tx: Pick<WorkspaceTransaction, 'jobs'>,
  deliveryId: DeliveryId,
  now: number,
): Promise<void> =>
  enqueue(tx, {
    kind: 'deliver-event',
    subjectId: deliveryId,
    payload: { delivery_id: deliveryId },
    now,
  });
