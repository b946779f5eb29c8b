import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import {
  isSignedWith,
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../helpers/webhook-receiver.ts';

let test: TestService;
let live: Client;
let receiver: WebhookReceiver;
let base: string;
let hooks = 0;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: receiver.host, RATE_LIMITS: 'off' });
  ({ live } = test);
  base = await defaultKnowledgeBase(live);
});
afterAll(async () => {
  await test.stop();
  await receiver.close();
});

/** A webhook on a path of its own; returns its record with the secret, and that path. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
async function addWebhook(more: Record<string, unknown> = {}): Promise<any> {
  const path = `/${++hooks}`;
  const { status, body } = await live.post('/v1/webhooks', { url: receiver.url(path), ...more });
  expect(status).toBe(201);
  return { ...body.data, path };
}

const untilReceived = (path: string, count: number): Promise<Received[]> =>
  vi.waitFor(() => {
    const all = receiver.received(path);
    expect(all.length).toBeGreaterThanOrEqual(count);
    return all;
  }, 30_000);

const addAgent = async (client: Client): Promise<string> =>
  (await client.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body.data.id;

describe('a webhook', () => {
  it('a webhook gets every kind of event, signed, with the documented body', async () => {
    const { id, path, secret } = await addWebhook();
    const source = await live.addText('Pier', 'The pier is 300 metres long.', { tags: ['sea'] });
    await live.post('/v1/knowledge-base/sources', {
      type: 'url',
      name: 'Inside',
      url: 'http://127.0.0.1:1/',
    });
    const agent = await addAgent(live);
    await live.patch(`/v1/agents/${agent}`, { name: 'Host' });
    const chat = { message: 'How long is the pier?', session_id: 's', metadata: { user: 'u1' } };
    const { message_id } = (await live.post(`/v1/agents/${agent}/chat`, chat)).body.data;
    await live.post(`/v1/agents/${agent}/chat`, chat);
    await live.post(`/v1/agents/${agent}/conversations/s/messages/${message_id}/feedback`, { rating: 'up' });
    await live.patch(`/v1/agents/${agent}`, { handover: 'on_request' });
    const handover = `/v1/agents/${agent}/conversations/s/handover`;
    await live.post(handover, { contact: { email: 'ida@example.com' }, message: 'Help!' });
    await live.patch(handover, { status: 'assigned' });
    await untilReceived(path, 9);
    const key = (await live.post('/v1/api-keys', { name: 'Spare', scope: 'read_only' })).body.data;
    await live.delete(`/v1/api-keys/${key.id}`);
    await live.delete(`/v1/api-keys/${key.id}`);
    await live.delete(`/v1/agents/${agent}`);
    await live.delete(`/v1/knowledge-base/sources/${source.id}`);
    await live.post(`/v1/webhooks/${id}/test`);

    const all = await untilReceived(path, 15);
    const byType = new Map(all.map((request) => [request.event.type, request]));
    expect(all.map(({ event }) => event.type).toSorted()).toEqual([
      'agent.created',
      'agent.deleted',
      'agent.updated',
      'agent.updated',
      'conversation.handover',
      'conversation.handover_updated',
      'conversation.started',
      'conversation.updated',
      'key.created',
      'key.revoked',
      'message.feedback',
      'source.deleted',
      'source.failed',
      'source.indexed',
      'webhook.test',
    ]);
    for (const request of all) {
      expect(isSignedWith(secret, request)).toBe(true);
      expect(isSignedWith(`whsec_${Buffer.from('another').toString('base64')}`, request)).toBe(false);
      expect(Object.keys(request.event)).toEqual([
        'type',
        'timestamp',
        'workspace_id',
        'environment',
        'data',
      ]);
      expect(request.event.environment).toBe('live');
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Footnote\//),
      });
      expect(request.id).toMatch(/^evt_/);
    }
    const dataOf = (type: string) => byType.get(type)?.event.data;
    expect(dataOf('source.indexed')).toEqual(source);
    expect(dataOf('source.deleted')).toEqual(source);
    expect(dataOf('source.failed')).toMatchObject({ name: 'Inside', error: { code: 'fetch_blocked' } });
    expect(dataOf('agent.created')).toMatchObject({ id: agent, name: 'Guide' });
    expect(dataOf('agent.updated')).toMatchObject({ id: agent, name: 'Host' });
    expect(dataOf('conversation.started')).toEqual({
      agent_id: agent,
      session_id: 's',
      metadata: { user: 'u1' },
      started_at: expect.any(String),
    });
    expect(dataOf('conversation.handover')).toMatchObject({
      session_id: 's',
      contact: { email: 'ida@example.com' },
      message: 'Help!',
      transcript: [{ role: 'user' }, { role: 'agent' }, { role: 'user' }, { role: 'agent' }],
    });
    expect(dataOf('conversation.handover_updated')).toMatchObject({ session_id: 's', status: 'assigned' });
    expect(dataOf('conversation.updated')).toMatchObject({
      agent_id: agent,
      session_id: 's',
      state: 'open',
      assignee: { type: 'api_key' },
      version: 1,
    });
    expect(dataOf('message.feedback')).toMatchObject({ message_id, rating: 'up', comment: null });
    const { key: _, ...record } = key;
    expect(dataOf('key.created')).toEqual(record);
    expect(dataOf('key.revoked')).toMatchObject({ id: key.id, revoked_at: expect.any(String) });
    expect(dataOf('webhook.test')).toEqual({ id });
    expect(JSON.stringify(all.map(({ body }) => body))).not.toContain(key.key);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('a webhook gets only the types that it asked for, from its creation on', async () => {
    const agent = await addAgent(live);
    const { id, path, events } = await addWebhook({ events: ['agent.updated', 'agent.deleted'] });
    expect(events).toEqual(['agent.updated', 'agent.deleted']);
    await live.patch(`/v1/agents/${agent}`, { name: 'A' });
    await live.patch(`/v1/webhooks/${id}`, { events: null });
    await live.patch(`/v1/agents/${agent}`, { name: 'B' });
    await addAgent(live);
    await untilReceived(path, 3);
    await live.patch(`/v1/webhooks/${id}`, { enabled: false });
    await live.delete(`/v1/agents/${agent}`);
    await live.patch(`/v1/webhooks/${id}`, { enabled: true });
    await live.post(`/v1/webhooks/${id}/test`);
    const all = await untilReceived(path, 4);
    expect(all.map(({ event }) => event.type).toSorted()).toEqual([
      'agent.created',
      'agent.updated',
      'agent.updated',
      'webhook.test',
    ]);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('a live webhook gets no sandbox events', async () => {
    const { id, path } = await addWebhook();
    const inSandbox = await defaultKnowledgeBase(test.sandbox);
    await test.sandbox.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [inSandbox] });
    expect((await test.sandbox.get('/v1/events')).body.data).toMatchObject([{ type: 'agent.created' }]);
    expect((await test.sandbox.get(`/v1/webhooks/${id}`)).status).toBe(404);
    const agent = await addAgent(live);
    const [first] = await untilReceived(path, 1);
    expect(first?.event.data.id).toBe(agent);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('deleting a knowledge base sends an event for each of its sources', async () => {
    const { id, path } = await addWebhook({ events: ['source.deleted'] });
    const knowledge_base_id = (await live.post('/v1/knowledge-bases', { name: 'Spare' })).body.data.id;
    const added = [];
    for (const name of ['A', 'B', 'C'])
      added.push(await live.addText(name, `The text of ${name}.`, { knowledge_base_id }));
    await live.delete(`/v1/knowledge-bases/${knowledge_base_id}`);
    const all = await untilReceived(path, 3);
    const told = new Map(all.map(({ event }) => [event.data.id, event.data]));
    expect(told).toEqual(new Map(added.map((source) => [source.id, source])));
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('new content sends one event, and a new name none', async () => {
    const source = await live.addText('Pier', 'The pier is 300 metres long.');
    const { id, path } = await addWebhook();
    await live.patch(`/v1/knowledge-base/sources/${source.id}`, { name: 'Jetty' });
    await vi.waitFor(async () => {
      const results = (await live.post('/v1/query', { query: 'jetty', search_type: 'keyword' })).body.data
        .results;
      expect(results.length).toBeGreaterThan(0);
    }, 30_000);
    await live.patch(`/v1/knowledge-base/sources/${source.id}`, { content: 'It is 400 metres long.' });
    const [first] = await untilReceived(path, 1);
    await live.post(`/v1/webhooks/${id}/test`);
    await untilReceived(path, 2);
    expect(first?.event).toMatchObject({ type: 'source.indexed', data: { id: source.id, name: 'Jetty' } });
    expect(receiver.received(path).map(({ event }) => event.type)).toEqual([
      'source.indexed',
      'webhook.test',
    ]);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('sources that are added together send one event each, and have one entry in their history', async () => {
    const { id, path } = await addWebhook({ events: ['source.indexed'] });
    const sources = Array.from({ length: 40 }, (_, index) => ({
      type: 'text',
      name: `Pier ${index}`,
      content: `Pier ${index} is ${index} metres long.`,
    }));
    const { results } = (await live.post('/v1/knowledge-base/sources/batch', { sources })).body.data;
    const ids: string[] = results.map((result: { data: { id: string } }) => result.data.id);
    await untilReceived(path, ids.length);
    await live.post(`/v1/webhooks/${id}/test`);
    const received = await untilReceived(path, ids.length + 1);
    expect(
      received.flatMap(({ event }) => (event.type === 'source.indexed' ? [event.data.id] : [])).toSorted(),
    ).toEqual(ids.toSorted());
    for (const source of ids) {
      const { body } = await live.get(`/v1/knowledge-base/sources/${source}/history`);
      expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['indexed', 'added']);
    }
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('a body has at most 20 KB and names the texts that were cut', async () => {
    const { id, path, secret } = await addWebhook({ events: ['agent.created'] });
    const system_prompt = '\u{1F3D6}\u0001'.repeat(16_000);
    const body = { name: 'Guide', knowledge_base_ids: [base], system_prompt };
    const agent = (await live.post('/v1/agents', body)).body.data;
    const [request] = await untilReceived(path, 1);
    if (!request) throw new Error('Nothing came.');
    expect(Buffer.byteLength(request.body)).toBeLessThanOrEqual(20 * 1024);
    expect(isSignedWith(secret, request)).toBe(true);
    const { truncated, system_prompt: cut, ...rest } = request.event.data;
    expect(truncated).toEqual(['system_prompt']);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.endsWith('…') && system_prompt.startsWith(cut.slice(0, -1))).toBe(true);
    expect(cut.length).toBeGreaterThan(1_000);
    const { system_prompt: _, ...whole } = agent;
    expect(rest).toEqual(whole);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('a slow webhook gets 4 events at a time and delays no other', async () => {
    const { id, path } = await addWebhook({ events: ['agent.created'] });
    const held: (() => void)[] = [];
    receiver.answer((response) => void held.push(() => response.writeHead(204).end()), path);
    for (let count = 0; count < 30; count++) await addAgent(live);
    await expect.poll(() => held).toHaveLength(4);
    const other = await addWebhook({ events: ['agent.created'] });
    await addAgent(live);
    await untilReceived(other.path, 1);
    expect(held).toHaveLength(4);
    receiver.answer(204, path);
    for (const release of held) release();
    const all = await untilReceived(path, 31);
    expect(new Set(all.map((request) => request.id)).size).toBe(31);
    await live.delete(`/v1/webhooks/${id}`);
    await live.delete(`/v1/webhooks/${other.id}`);
  });
});

describe('events of one source', () => {
  it("events of one source keep their order behind a failing one; other sources don't wait", async () => {
    const { id, path } = await addWebhook({ events: ['source.indexed', 'source.deleted'] });
    let isDown = true;
    let stuck = '';
    receiver.answer((response, { event }) => {
      response.writeHead(isDown && event.data.id === stuck ? 503 : 204).end();
    }, path);
    const [first, second] = [
      await live.addText('A', 'One thing.'),
      await live.addText('B', 'Another thing.'),
    ];
    await untilReceived(path, 2);
    stuck = first.id;
    for (const { id: source } of [first, second]) {
      await live.post(`/v1/knowledge-base/sources/${source}/reindex`);
      await live.get(`/v1/knowledge-base/sources/${source}?wait=10`);
      await live.delete(`/v1/knowledge-base/sources/${source}`);
    }
    await untilReceived(path, 5);
    const typesOf = (source: string) =>
      receiver.received(path).flatMap(({ event }) => (event.data.id === source ? [event.type] : []));
    await expect
      .poll(() => typesOf(second.id))
      .toEqual(['source.indexed', 'source.indexed', 'source.deleted']);
    expect(typesOf(first.id)).toEqual(['source.indexed', 'source.indexed']);
    const pending = await vi.waitFor(async () => {
      const { data } = (await live.get(`/v1/webhooks/${id}/deliveries?status=pending`)).body;
      expect(data).toMatchObject([{ event_type: 'source.deleted' }, { event_type: 'source.indexed' }]);
      return data;
    }, 30_000);
    expect(pending[0].next_attempt_at).toBeUndefined();
    isDown = false;
    // Whoever wants the last one now is given those before it at once.
    await live.post(`/v1/webhooks/${id}/deliveries/${pending[0].id}/retry`);
    await vi.waitFor(
      () =>
        expect(typesOf(first.id)).toEqual([
          'source.indexed',
          'source.indexed',
          'source.indexed',
          'source.deleted',
        ]),
      30_000,
    );
    await live.delete(`/v1/webhooks/${id}`);
  });
});

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('after a rotation both secrets sign for 24 hours', async () => {
    const { id, path, secret } = await addWebhook({ events: ['agent.created'] });
    const rotated = (await live.post(`/v1/webhooks/${id}/rotate-secret`)).body.data;
    expect(rotated.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previous_secret_until) - Date.parse(rotated.updated_at)).toBe(86_400_000);
    await addAgent(live);
    const [request] = await untilReceived(path, 1);
    if (!request) throw new Error('Nothing came.');
    expect([secret, rotated.secret].map((each) => isSignedWith(each, request))).toEqual([true, true]);
    await live.delete(`/v1/webhooks/${id}`);
  });
});

describe('GET /v1/events', () => {
  it('GET /v1/events lists events newest first, by type and time', async () => {
    const { id, path } = await addWebhook({ events: ['agent.created'] });
    const agent = await addAgent(live);
    const [request] = await untilReceived(path, 1);
    await live.delete(`/v1/webhooks/${id}`);
    const newest = (await live.get('/v1/events?limit=1')).body.data[0];
    expect(newest).toEqual({ id: request?.id, ...request?.event });
    await live.delete(`/v1/agents/${agent}`);
    const both = (await live.get('/v1/events?type=agent.created&type=agent.deleted&limit=2')).body.data;
    expect(both.map(({ type }: { type: string }) => type)).toEqual(['agent.deleted', 'agent.created']);
    const after = `created_after=${both[1].timestamp}`;
    const later = (await live.get(`/v1/events?${after}&type=agent.created`)).body.data;
    expect(later).toEqual([]);
  });
});
