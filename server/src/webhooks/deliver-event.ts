import type { FastifyBaseLogger } from 'fastify';
import { queueDelivery } from '#jobs/emit.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { toIso } from '#lib/clock.ts';
import { recordAudit, SERVICE } from '#records/audit.ts';
import type { Services } from '#services.ts';
import type { DeliveryWithEvent, WorkspaceTransaction } from '#storage/store.ts';
import { ERASED_EVENT, type WebhookRow } from '#storage/tables.ts';
import type { EndpointConcurrency } from './endpoint-concurrency.ts';
import { FAILING_TOO_LONG, retryDelayMs } from './retry-schedule.ts';
import type { DeliveryAttempt } from './schema.ts';
import { type Sender, type SentEvent, sendEvent } from './send-event.ts';

type DeliveryServices = Pick<Services, 'clock' | 'log' | 'config'> & {
  sender: Sender;
  concurrency: EndpointConcurrency;
};
type DeliveryJob = Job<'deliver-event'>;

/** Attempts kept per delivery. */
const KEPT_ATTEMPTS = 20;

/** Attempts a delivery once and commits the result. Events are delivered at least once: if the process dies in between,
 *  the attempt is repeated. */
export async function deliverEvent(services: DeliveryServices, job: DeliveryJob): Promise<void> {
  const { clock, config, sender, concurrency } = services;
  const { row, payload, store, signal } = job;
  const delivery = await store.deliveries.find(payload.delivery_id);
  const webhook = delivery && (await store.webhooks.find(delivery.webhook_id));
  if (!delivery || !webhook || delivery.status !== 'pending' || webhook.is_enabled === 0) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const giveBack = concurrency.take(webhook.webhook_id);
  if (!giveBack) {
    const runAt = concurrency.nextTurn(webhook.webhook_id, clock.now());
    // This start does not count as an attempt.
    const release = (tx: WorkspaceTransaction) => tx.jobs.release(row, { runAt, attempts: row.attempts - 1 });
    return await store.transaction(release, { isVolatile: true });
  }
  const sent = await sendEvent(
    sender,
    { delivery, webhook, environment: store.environment, now: clock.now() },
    { timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000, signal },
  ).finally(giveBack);
  const reason = await store.transaction(async (tx) => {
    const now = clock.now();
    const free = concurrency.freeForWaiting(webhook.webhook_id, now);
    if (free > 0) await tx.deliveries.callWaiting(webhook.webhook_id, { limit: free, now });
    return await recordAttempt(tx, job, sent, now);
  });
  if (reason) logDisabled(services.log, webhook, reason);
}

/** Ends a delivery for a fault of the service. */
export async function failDelivery(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: DeliveryJob,
  error: unknown,
): Promise<void> {
  log.error({ err: error, delivery_id: payload.delivery_id }, 'an event could not be delivered');
  const now = clock.now();
  const attempt = {
    attempted_at: toIso(now),
    duration_ms: 0,
    error: 'Footnote could not make the attempt. See its log, then retry the delivery.',
  };
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    const delivery = await tx.deliveries.find(payload.delivery_id);
    if (delivery?.status === 'pending') await endDelivery(tx, delivery, { attempt, status: 'failed', now });
  });
}

/** Returns the reason if the webhook was disabled. */
async function recordAttempt(
  tx: WorkspaceTransaction,
  { row, payload }: DeliveryJob,
  { attempt, isDelivered, isGone, retryAfterMs }: SentEvent,
  now: number,
): Promise<string | undefined> {
  // Without the lease, another node makes the attempt, or the webhook was deleted or disabled.
  if (!(await tx.jobs.isHeld(row))) return undefined;
  const delivery = await tx.deliveries.find(payload.delivery_id);
  const webhook = delivery && (await tx.webhooks.find(delivery.webhook_id));
  if (!delivery || !webhook) throw new Error(`${payload.delivery_id} is gone, and its job is not.`);
  // A response may quote content that was deleted meanwhile.
  if (delivery.data === ERASED_EVENT) delete attempt.response;
  const { webhook_id, failing_since } = webhook;
  if (isDelivered) {
    await tx.jobs.finish(row);
    if (failing_since !== null) await tx.webhooks.update(webhook_id, { failing_since: null });
    await endDelivery(tx, delivery, { attempt, status: 'delivered', now });
    return undefined;
  }
  const failingSince = failing_since ?? now;
  if (failing_since === null) await tx.webhooks.update(webhook_id, { failing_since: now });
  const reason = isGone ? GONE : now - failingSince >= FAILING_TOO_LONG ? FAILING : undefined;
  const delayMs = retryDelayMs(delivery.attempt_count + 1, retryAfterMs);
  if (reason === undefined && delayMs !== undefined) {
    const runAt = now + delayMs;
    await tx.jobs.release(row, { runAt, attempts: 0, failures: 0 });
    await tx.deliveries.update(delivery.delivery_id, {
      ...counted(delivery, attempt),
      next_attempt_at: runAt,
    });
    return undefined;
  }
  await tx.jobs.finish(row);
  await endDelivery(tx, delivery, { attempt, status: 'failed', now });
  if (reason !== undefined) await disable(tx, webhook, reason, now);
  return reason;
}

const GONE = 'The receiver answered 410 Gone, which asks for no more events.';
const FAILING = 'Every delivery has failed for three days.';

async function disable(
  tx: WorkspaceTransaction,
  { webhook_id, url }: WebhookRow,
  reason: string,
  now: number,
): Promise<void> {
  await tx.webhooks.update(webhook_id, { is_enabled: 0, disabled_reason: reason, updated_at: now });
  await tx.deliveries.failPending(webhook_id, now);
  await recordAudit(tx, {
    actor: SERVICE,
    action: 'webhook.disabled',
    subjectId: webhook_id,
    details: { url, reason },
    now,
  });
}

const logDisabled = (log: FastifyBaseLogger, { webhook_id, url }: WebhookRow, reason: string): void =>
  log.warn({ webhook_id, host: new URL(url).host, reason }, 'a webhook was disabled');

/** The columns with the new attempt added. */
const counted = ({ attempts, attempt_count }: DeliveryWithEvent, attempt: DeliveryAttempt) => ({
  attempts: JSON.stringify([...(JSON.parse(attempts) as DeliveryAttempt[]), attempt].slice(-KEPT_ATTEMPTS)),
  attempt_count: attempt_count + 1,
});

/** Ends a delivery and queues the next one of its subject. */
async function endDelivery(
  tx: WorkspaceTransaction,
  delivery: DeliveryWithEvent,
  { attempt, status, now }: { attempt: DeliveryAttempt; status: 'delivered' | 'failed'; now: number },
): Promise<void> {
  await tx.deliveries.update(delivery.delivery_id, {
    ...counted(delivery, attempt),
    status,
    next_attempt_at: null,
    ended_at: now,
  });
  await tx.events.erase({ farewells: delivery.event_id });
  const next = await tx.deliveries.firstPending(delivery);
  if (!next) return;
  await tx.deliveries.update(next, { next_attempt_at: now });
  await queueDelivery(tx, next, now);
}
