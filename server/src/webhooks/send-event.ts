import { toIso } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import type { GuardedAgent } from '#net/guarded-agent.ts';
import { FetchError, postLimited } from '#net/post-limited.ts';
import type { DeliveryWithEvent } from '#storage/store.ts';
import type { WebhookRow } from '#storage/tables.ts';
import type { DeliveryAttempt } from './schema.ts';
import { bodyOf, signedHeaders } from './sign-event.ts';

/** Bytes of the response shown in the list of attempts. */
const SHOWN_BYTES = 500;

/** The agent and user agent for deliveries. */
export type Sender = { agent: GuardedAgent; userAgent: string };

export type SentEvent = {
  attempt: DeliveryAttempt;
  isDelivered: boolean;
  /** The endpoint answered that it wants no more events. */
  isGone: boolean;
  /** The delay that the endpoint requested, if any. */
  retryAfterMs?: number | undefined;
};

type Envelope = { delivery: DeliveryWithEvent; webhook: WebhookRow; environment: Environment; now: number };

/** Makes one attempt. A failure is a result; throws only if the signal is aborted. */
export async function sendEvent(
  { agent, userAgent }: Sender,
  { delivery, webhook, environment, now }: Envelope,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<SentEvent> {
  const body = bodyOf(delivery, environment);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    // The start of the response is shown as received.
    'accept-encoding': 'identity',
    ...signedHeaders(webhook, { eventId: delivery.event_id, body, now }),
  };
  const startedAt = performance.now();
  const ended = (result: Pick<DeliveryAttempt, 'status_code' | 'error' | 'response'>): DeliveryAttempt => ({
    attempted_at: toIso(now),
    duration_ms: Math.round(performance.now() - startedAt),
    ...result,
  });
  try {
    const url = new URL(webhook.url);
    const request = { headers, body, timeoutMs, signal, maxBytes: SHOWN_BYTES };
    const { status, retryAfter, start } = await postLimited(agent, url, request);
    const error = explainStatus(status);
    const attempt = ended({
      status_code: status,
      ...(error !== undefined && { error }),
      ...(start.length > 0 && { response: new TextDecoder().decode(start) }),
    });
    const retryAfterMs = readRetryAfter(retryAfter, now);
    return { attempt, isDelivered: error === undefined, isGone: status === 410, retryAfterMs };
  } catch (failure) {
    if (!(failure instanceof FetchError) || signal.aborted) throw failure;
    return { attempt: ended({ error: failure.message }), isDelivered: false, isGone: false };
  }
}

/** The reason why a status is a failure; undefined for success. */
function explainStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}, a redirect. Redirects are not followed: set the final URL.`;
  if (status === 410) return 'The receiver answered 410 Gone, which asks for no more events.';
  return `The receiver answered ${status}. Only a status from 200 to 299 counts as success.`;
}
