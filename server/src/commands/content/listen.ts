import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '@footnote/sdk';
import type { Call } from '#commands/command.ts';
import type { EnvironmentName } from '#commands/environment-of.ts';
import { jsonForTerminal, linesForTerminal, usageError } from '#commands/with-store.ts';
import { newWebhookSecret, signedHeaders } from '#webhooks/sign-event.ts';
import { withConnection } from './connect.ts';
import { eventFeed } from './event-feed.ts';
import { openService } from './service.ts';

type ListenValues = {
  'forward-to': string;
  event: string[];
  secret: string | undefined;
  environment: EnvironmentName | undefined;
  json: boolean;
};

/** As long as a delivery of the service may take. */
const RECEIVER_MS = 15_000;

/** `footnote listen`: forwards new events to a receiver on this machine until it is stopped. */
export async function listenCommand(call: Call<ListenValues>): Promise<void> {
  const { values } = call;
  const url = receiverUrl(values['forward-to']);
  const secret = secretOf(values.secret);
  await withConnection(call, 'admin', async (connection) => {
    const service = openService(connection);
    const feed = await eventFeed(service, values.event);
    if (values.json) console.log(jsonForTerminal({ forward_to: url, secret }));
    else
      console.log(
        linesForTerminal(`Forwarding events of ${connection.url} to ${url}\nThe signing secret is ${secret}`),
      );
    while (!service.signal.aborted) {
      for (const event of await feed()) {
        const sent = await forward(event, { url, secret, signal: service.signal });
        console.log(values.json ? jsonForTerminal(sent) : linesForTerminal(lineOf(sent)));
      }
      await sleep(EVERY_MS, undefined, { signal: service.signal }).catch(() => {});
    }
  });
}

const EVERY_MS = 1_000;

function receiverUrl(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url)) return new URL(url).href;
  throw usageError('--forward-to must be an address such as localhost:3000/hook.');
}

/** Standard Webhooks takes keys of 24 to 64 bytes. */
function secretOf(given: string | undefined): string {
  if (given === undefined) return newWebhookSecret();
  const key = Buffer.from(given.replace(/^whsec_/, ''), 'base64');
  if (given.startsWith('whsec_') && key.length >= 24 && key.length <= 64) return given;
  throw usageError('--secret must be whsec_ and 24 to 64 bytes in base64.');
}

type Sent = { id: string; type: string; status: number | null; ms: number; error?: string };

/** Sends an event as a webhook does. */
async function forward(
  { id, ...fields }: Event,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Sent> {
  const { type, timestamp, workspace_id, environment, data } = fields;
  const body = JSON.stringify({ type, timestamp, workspace_id, environment, data });
  const webhook = { secret, previous_secret: null, previous_secret_until: null };
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(webhook, { eventId: id, body, now: Date.now() }),
  };
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RECEIVER_MS)]),
    });
    await response.body?.cancel();
    return { id, type, status: response.status, ms: took() };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { id, type, status: null, ms: took(), error: cause?.code ?? message };
  }
}

const lineOf = ({ id, type, status, ms, error }: Sent): string =>
  `${status ?? 'failed'}  ${type}  ${id}  ${error ?? `${ms} ms`}`;
