import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LocalServer, serveRaw, serveTls } from '#net/local-server.ts';
import { expectError } from '../expect-error.ts';
import { freePort } from '../server-process.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../start-test-service.ts';
import {
  isSignedWith,
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../webhook-receiver.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let test: TestService;
let live: Client;
let receiver: WebhookReceiver;
let stranger: WebhookReceiver;
let garbage: LocalServer;
let tls: LocalServer;
let closedPort: number;
let ahead = 0;
let hooks = 0;
let bell: string;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
type Shown = any;

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
  test = await startTestService(settings, { now: () => Date.now() + ahead });
  ({ live } = test);
  bell = (await addWebhook()).id;
});
afterAll(async () => {
  await test.stop();
  await Promise.all([receiver.close(), stranger.close()]);
  for (const server of [garbage, tls]) await server[Symbol.asyncDispose]();
});

const addAgent = async (): Promise<string> => {
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  return (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
};
/** A webhook that is sent its tests alone unless told otherwise, on a path of its own unless it has an address. */
async function addWebhook(url?: string, events = ['webhook.test']): Promise<Shown> {
  const path = `/${++hooks}`;
  const body = { url: url ?? receiver.url(path), events };
  return { ...(await live.post('/v1/webhooks', body)).body.data, path };
}
const send = async (id: string): Promise<Shown> => (await live.post(`/v1/webhooks/${id}/test`)).body.data;
const deliveryOf = async (id: string, delivery: string): Promise<Shown> =>
  (await live.get(`/v1/webhooks/${id}/deliveries/${delivery}`)).body.data;

/** The delivery once so many attempts are written down. */
const untilAttempted = (id: string, delivery: string, count: number): Promise<Shown> =>
  vi.waitFor(
    async () => {
      const shown = await deliveryOf(id, delivery);
      expect(shown.attempts).toHaveLength(count);
      return shown;
    },
    { timeout: 30_000, interval: 10 },
  );

/** Moves the clock, and makes the worker look at its queue. */
async function pass(ms: number): Promise<void> {
  ahead += ms;
  await send(bell);
}

const waitOf = (delivery: Shown): number =>
  Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts.at(-1).attempted_at);

/** What a receiver may do, and what its attempt looks like then. */
const FAULTS: {
  what: string;
  url?: () => string;
  answer?: number | ((response: ServerResponse, request: Received) => void);
  status: 'delivered' | 'pending';
  attempt: Shown;
}[] = [
  {
    what: 'is slow',
    answer: (response) => void setTimeout(() => response.writeHead(204).end(), 1_500),
    status: 'pending',
    attempt: { error: expect.stringMatching(/did not answer within 1 second/) },
  },
  {
    what: 'is down',
    url: () => `http://127.0.0.1:${closedPort}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('could not be reached') },
  },
  {
    what: 'answers 500',
    answer: (response) => void response.writeHead(500).end('Out of tea.'),
    status: 'pending',
    attempt: { status_code: 500, response: 'Out of tea.', error: expect.stringContaining('answered 500') },
  },
  {
    what: 'redirects',
    answer: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    status: 'pending',
    attempt: { status_code: 307, error: expect.stringContaining('redirect') },
  },
  {
    what: 'has a private address',
    url: () => 'http://10.1.2.3/',
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'is at a port of this machine that is not permitted',
    url: () => stranger.url(),
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'has a name of this machine',
    url: () => stranger.url().replace('127.0.0.1', 'localhost'),
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'has a certificate that nobody knows',
    url: () => `${tls.origin}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('certificate') },
  },
  {
    what: 'answers with what is no HTTP',
    url: () => `${garbage.origin}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('cannot be read') },
  },
  {
    what: 'closes the connection instead of an answer',
    answer: (response) => void (response.socket as Socket).destroy(),
    status: 'pending',
    attempt: { error: expect.stringContaining('closed the connection') },
  },
  {
    what: 'closes in the middle of a good answer',
    answer: (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('Thank');
      setTimeout(() => response.socket?.destroy(), 50);
    },
    status: 'delivered',
    attempt: { status_code: 200, response: 'Thank' },
  },
  {
    what: 'never ends its good answer',
    answer: (response) => void response.writeHead(202).write('Wait'),
    status: 'delivered',
    attempt: { status_code: 202, response: 'Wait' },
  },
  {
    what: 'answers at length',
    answer: (response) => void response.writeHead(200).end(Buffer.alloc(20_000_000, 'x')),
    status: 'delivered',
    attempt: { status_code: 200, response: 'x'.repeat(500) },
  },
  {
    what: 'answers with bytes that are no text',
    answer: (response) => void response.writeHead(200).end(Buffer.from([0x41, 0, 0xff, 0xed, 0xa0, 0x80])),
    status: 'delivered',
    attempt: { status_code: 200, response: expect.stringMatching(/^A\0\uFFFD+$/) },
  },
];

describe('a receiver that', () => {
  it.each(FAULTS)('$what: $status', async ({ url, answer = 204, status, attempt }) => {
    const { id, path } = await addWebhook(url?.());
    receiver.answer(answer, path);
    const delivery = await untilAttempted(id, (await send(id)).id, 1);
    expect(delivery).toMatchObject({ status, event_type: 'webhook.test' });
    expect(delivery.attempts).toEqual([
      { attempted_at: expect.any(String), duration_ms: expect.any(Number), ...attempt },
    ]);
    const webhook = (await live.get(`/v1/webhooks/${id}`)).body.data;
    expect(webhook.enabled).toBe(true);
    expect('failing_since' in webhook).toBe(status === 'pending');
    expect('ended_at' in delivery).toBe(status === 'delivered');
    if (status === 'pending') {
      expect(waitOf(delivery)).toBeGreaterThanOrEqual(5 * SECOND);
      expect(waitOf(delivery)).toBeLessThan(7.5 * SECOND);
    }
    expect(stranger.received()).toEqual([]);
    expect(receiver.received('/elsewhere')).toEqual([]);
    expect(receiver.received(path).length).toBe(url ? 0 : 1);
    await live.delete(`/v1/webhooks/${id}`);
  });
});

describe('attempts', () => {
  const SCHEDULE = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];

  it('are made ten times over three days, and then the delivery has failed', async () => {
    const { id, path } = await addWebhook(undefined, ['agent.updated']);
    const [broken, sound] = [await addAgent(), await addAgent()];
    receiver.answer((response, { event }) => {
      response.writeHead(event.data.id === broken ? 500 : 204).end();
    }, path);
    await live.patch(`/v1/agents/${broken}`, { name: 'A' });
    const [{ id: delivery }] = (await live.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    for (const [index, delay] of SCHEDULE.entries()) {
      const shown = await untilAttempted(id, delivery, index + 1);
      expect(shown.status).toBe('pending');
      expect(waitOf(shown)).toBeGreaterThanOrEqual(delay);
      expect(waitOf(shown)).toBeLessThanOrEqual(delay * 1.1 + SECOND);
      await pass(waitOf(shown) - 3 * SECOND);
      expect((await deliveryOf(id, delivery)).attempts).toHaveLength(index + 1);
      // What comes through in between keeps the webhook enabled.
      if (index === 8) await live.patch(`/v1/agents/${sound}`, { name: 'B' });
      await pass(4 * SECOND);
    }
    const failed = await untilAttempted(id, delivery, 10);
    expect(failed).toMatchObject({ status: 'failed', ended_at: expect.any(String) });
    expect('next_attempt_at' in failed).toBe(false);
    expect((await live.get(`/v1/webhooks/${id}`)).body.data.enabled).toBe(true);
    await live.patch(`/v1/agents/${broken}`, { name: 'C' });
    await expect.poll(() => receiver.received(path).at(-1)?.event.data.name).toBe('C');
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('of ten that failed disable the webhook, because three days are over; what waits has failed too', async () => {
    const { id, path, secret } = await addWebhook();
    receiver.answer(500, path);
    const { id: delivery, event_id } = await send(id);
    const waiting = await send(id);
    for (const index of SCHEDULE.keys()) {
      const shown = await untilAttempted(id, delivery, index + 1);
      await pass(waitOf(shown) + SECOND);
    }
    await untilAttempted(id, delivery, 10);
    expect(await deliveryOf(id, delivery)).toMatchObject({ status: 'failed', ended_at: expect.any(String) });
    expect((await deliveryOf(id, waiting.id)).attempts).toEqual([]);
    expect((await deliveryOf(id, waiting.id)).status).toBe('failed');
    expect((await live.get(`/v1/webhooks/${id}`)).body.data).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('three days'),
    });
    const all = receiver.received(path);
    expect(new Set(all.map((request) => [request.id, request.body].join()))).toEqual(
      new Set([[event_id, all[0]?.body].join()]),
    );
    expect(all.every((request) => isSignedWith(secret, request))).toBe(true);
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    const warned = test.logs
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a webhook was disabled');
    expect(warned).toMatchObject([{ level: 40, webhook_id: id }]);
  });

  it('wait as long as the receiver asks for, but not for more than a day', async () => {
    const { id, path } = await addWebhook();
    const wishes: [answer: () => string, waitMs: number][] = [
      [() => '3600', HOUR],
      [() => new Date(Date.now() + ahead + 2 * HOUR).toUTCString(), 2 * HOUR],
      [() => '9999999', 24 * HOUR],
      [() => 'tomorrow', 2 * HOUR],
    ];
    const { id: delivery } = await send(id);
    await untilAttempted(id, delivery, 1);
    for (const [index, [wish, waitMs]] of wishes.entries()) {
      receiver.answer((response) => void response.writeHead(429, { 'retry-after': wish() }).end(), path);
      await live.post(`/v1/webhooks/${id}/deliveries/${delivery}/retry`);
      const shown = await untilAttempted(id, delivery, index + 2);
      expect(shown.status).toBe('pending');
      expect(waitOf(shown)).toBeGreaterThanOrEqual(waitMs - 2 * SECOND);
      expect(waitOf(shown)).toBeLessThanOrEqual(waitMs * 1.1 + 2 * SECOND);
    }
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('end with an answer 410: the webhook is disabled until it is enabled again', async () => {
    const { id, path } = await addWebhook(undefined, ['agent.created']);
    receiver.answer(410, path);
    await addAgent();
    const webhook = await vi.waitFor(async () => {
      const shown = (await live.get(`/v1/webhooks/${id}`)).body.data;
      expect(shown.enabled).toBe(false);
      return shown;
    }, 30_000);
    expect(webhook.disabled_reason).toContain('410');
    const [delivery] = (await live.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status_code: 410 }] });
    await addAgent();
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).body.data).toHaveLength(1);
    const retry = `/v1/webhooks/${id}/deliveries/${delivery.id}/retry`;
    expectError(await live.post(retry), 422, 'id');
    expectError(await live.post(`/v1/webhooks/${id}/test`), 422, 'id');

    receiver.answer(204, path);
    const enabled = (await live.patch(`/v1/webhooks/${id}`, { enabled: true })).body.data;
    expect(enabled).toMatchObject({ enabled: true });
    expect('disabled_reason' in enabled || 'failing_since' in enabled).toBe(false);
    expect((await live.post(retry)).status).toBe(200);
    await expect.poll(async () => (await deliveryOf(id, delivery.id)).status).toBe('delivered');
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('may be asked for again: the same id and body, signed anew', async () => {
    const { id, path, secret } = await addWebhook();
    const { id: delivery, event_id, payload } = await send(id);
    await untilAttempted(id, delivery, 1);
    ahead += HOUR;
    const again = await live.post(`/v1/webhooks/${id}/deliveries/${delivery}/retry`);
    expect(again.body.data).toMatchObject({ id: delivery, status: 'pending' });
    expect(await untilAttempted(id, delivery, 2)).toMatchObject({ status: 'delivered', payload });
    const [first, second] = receiver.received(path);
    if (!first || !second) throw new Error('It did not come twice.');
    expect([first.id, second.id]).toEqual([event_id, event_id]);
    expect(second.body).toBe(first.body);
    expect(JSON.parse(first.body)).toEqual(payload);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expect(isSignedWith(secret, second)).toBe(true);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('of one that is under way end with the webhook', async () => {
    const { id, path } = await addWebhook();
    let isClosed = false;
    receiver.answer((response) => void response.on('close', () => (isClosed = true)), path);
    await send(id);
    await expect.poll(() => receiver.received(path)).toHaveLength(1);
    expect((await live.delete(`/v1/webhooks/${id}`)).status).toBe(204);
    await expect.poll(() => isClosed).toBe(true);
    await pass(HOUR);
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).status).toBe(404);
    expect(receiver.received(path)).toHaveLength(1);
  });
});

describe('a secret that was replaced', () => {
  it('signs no longer after 24 hours', async () => {
    const { id, path, secret } = await addWebhook();
    const rotated = (await live.post(`/v1/webhooks/${id}/rotate-secret`)).body.data;
    const signers = async (): Promise<boolean[]> => {
      const { id: delivery } = await send(id);
      await untilAttempted(id, delivery, 1);
      const request = receiver.received(path).at(-1);
      if (!request) throw new Error('Nothing came.');
      return [secret, rotated.secret].map((each) => isSignedWith(each, request));
    };
    ahead += 24 * HOUR - MINUTE;
    expect(await signers()).toEqual([true, true]);
    ahead += 2 * MINUTE;
    expect(await signers()).toEqual([false, true]);
    const shown = (await live.get(`/v1/webhooks/${id}`)).body.data;
    expect('previous_secret_until' in shown || 'secret' in shown).toBe(false);
    await live.delete(`/v1/webhooks/${id}`);
  });
});

describe('events and their deliveries', () => {
  it('are kept for 30 days', async () => {
    const { id } = await addWebhook();
    const { id: delivery, event_id } = await send(id);
    await untilAttempted(id, delivery, 1);
    const ids = async (): Promise<string[]> =>
      (await live.get('/v1/events?limit=100')).body.data.map((event: { id: string }) => event.id);
    ahead += 29 * 24 * HOUR;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await ids()).toContain(event_id);
    ahead += 2 * 24 * HOUR;
    await expect.poll(ids).toEqual([]);
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).body.data).toEqual([]);
    await live.delete(`/v1/webhooks/${id}`);
  });
});
