import { WebhookVerificationError } from './errors.ts';
import type { EventBody } from './schema.generated.ts';

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

/** The event in a request to your webhook, once its signature and its age are checked (Standard Webhooks).
 *  payload: the raw body; re-serialised JSON will not match. secret: one or, while you rotate it, several. */
export async function verifyWebhook(
  payload: string | ArrayBuffer | Uint8Array,
  headers: GivenHeaders,
  secret: string | string[],
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Promise<EventBody> {
  const id = headerOf(headers, 'webhook-id');
  const sentAt = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    throw refuse('The request is too old, or the clock is wrong.');
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  for (const each of [secret].flat()) {
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOf(each.replace(/^whsec_/, '')),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    // Compares in constant time.
    for (const signature of signatures)
      if (
        signature.startsWith('v1,') &&
        (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed))
      )
        return JSON.parse(body) as EventBody;
  }
  throw refuse('The signature is wrong.');
}

const refuse = (message: string): WebhookVerificationError =>
  new WebhookVerificationError(message, { code: 'webhook_verification' });

function headerOf(headers: GivenHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [value].flat()[0] ?? '';
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
