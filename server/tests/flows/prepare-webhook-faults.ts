import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type LocalServer, serveRaw, serveTls } from '../helpers/local-server.ts';
import { freePort } from '../helpers/server-process.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Set by `prepareWebhookFaults` before the tests begin. */
export let test: TestService;
export let live: Client;
export let receiver: WebhookReceiver;
export let stranger: WebhookReceiver;
export let garbage: LocalServer;
export let tls: LocalServer;
export let closedPort: number;
let hooks = 0;
/** The webhook that `pass` rings. */
let bell: string;
/** How far the clock of the service is ahead, in milliseconds. */
export const clock = { ahead: 0 };

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
export type Shown = any;

/** Has a service, receivers and servers that are none stand for the tests of a file. */
export function prepareWebhookFaults(): void {
  beforeAll(async () => {
    [receiver, stranger] = [await startWebhookReceiver(), await startWebhookReceiver()];
    garbage = await serveRaw((socket) => void socket.once('data', () => socket.end('Good evening!\r\n\r\n')));
    tls = await serveTls((_, response) => void response.end());
    closedPort = await freePort();
    const ports = [garbage.port, tls.port, closedPort].map((port) => `127.0.0.1:${port}`);
    const settings = {
      URL_FETCH_ALLOW_HOSTS: [receiver.host, ...ports].join(','),
      WEBHOOK_TIMEOUT_SECONDS: '1',
      WATCH_SECONDS: '1',
      RATE_LIMITS: 'off',
    };
    test = await startTestService(settings, { now: () => Date.now() + clock.ahead });
    ({ live } = test);
    bell = (await addWebhook()).id;
  });
  afterAll(async () => {
    await test.stop();
    await Promise.all([receiver.close(), stranger.close()]);
    for (const server of [garbage, tls]) await server[Symbol.asyncDispose]();
  });
}

/** The id of a new agent. */
export const addAgent = async (): Promise<string> => {
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  return (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
};
/** A webhook that is sent its tests alone unless told otherwise, on a path of its own unless it has an address. */
export async function addWebhook(url?: string, events = ['webhook.test']): Promise<Shown> {
  const path = `/${++hooks}`;
  const body = { url: url ?? receiver.url(path), events };
  return { ...(await live.post('/v1/webhooks', body)).body.data, path };
}
/** Sends the test of a webhook. */
export const send = async (id: string): Promise<Shown> =>
  (await live.post(`/v1/webhooks/${id}/test`)).body.data;
export const deliveryOf = async (id: string, delivery: string): Promise<Shown> =>
  (await live.get(`/v1/webhooks/${id}/deliveries/${delivery}`)).body.data;

/** The delivery once so many attempts are written down. */
export const untilAttempted = (id: string, delivery: string, count: number): Promise<Shown> =>
  vi.waitFor(
    async () => {
      const shown = await deliveryOf(id, delivery);
      expect(shown.attempts).toHaveLength(count);
      return shown;
    },
    { timeout: 30_000, interval: 10 },
  );

/** Moves the clock, and makes the worker look at its queue. */
export async function pass(ms: number): Promise<void> {
  clock.ahead += ms;
  await send(bell);
}

/** How long a delivery waits for its next attempt, in milliseconds. */
export const waitOf = (delivery: Shown): number =>
  Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts.at(-1).attempted_at);
