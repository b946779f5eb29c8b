import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { DeliveryWithEvent } from '#storage/store.ts';
import { ERASED_EVENT, type WebhookRow } from '#storage/tables.ts';

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The data of an event; only the id once its subject is deleted. A conversation is identified by agent and session. */
export function dataOf({
  subject_id,
  data,
}: Pick<DeliveryWithEvent, 'subject_id' | 'data'>): Record<string, unknown> {
  if (data !== ERASED_EVENT) return JSON.parse(data);
  const slash = subject_id.indexOf('/');
  return slash === -1
    ? { id: subject_id, erased: true }
    : { agent_id: subject_id.slice(0, slash), session_id: subject_id.slice(slash + 1), erased: true };
}

/** The body: the same text in every attempt, unless its subject was deleted meanwhile. */
export const bodyOf = (
  { workspace_id, type, subject_id, data, event_created_at }: DeliveryWithEvent,
  environment: Environment,
): string =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(toIso(event_created_at))},"workspace_id":${JSON.stringify(workspace_id)},"environment":${JSON.stringify(environment)},"data":${data === ERASED_EVENT ? JSON.stringify(dataOf({ subject_id, data })) : data}}`;

/** The headers of Standard Webhooks. After a rotation the previous secret signs too. */
export function signedHeaders(
  webhook: Pick<WebhookRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  { eventId, body, now }: { eventId: string; body: string; now: number },
): Record<string, string> {
  const { secret, previous_secret, previous_secret_until } = webhook;
  const secrets =
    previous_secret !== null && now < (previous_secret_until ?? 0) ? [secret, previous_secret] : [secret];
  const sign = (key: string): string => new Webhook(key).sign(eventId, new Date(now), body);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
