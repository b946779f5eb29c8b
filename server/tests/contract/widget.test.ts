import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { type EventReader, openEvents } from '../helpers/read-events.ts';
import {
  type Answer,
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SITE = 'https://shop.example.com';
const QUESTION = 'How many days do customers have to return an item?';

let test: TestService;
let live: Client;
/** Without a key. */
let visitor: Client;
let agent: string;
beforeAll(async () => {
  test = await startTestService({ RATE_LIMITS: 'on' });
  live = test.live;
  visitor = createClient(live.baseUrl, '');
  await live.addText('Refund policy', 'Customers may return any item within 30 days of the purchase.');
  agent = (
    await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [await defaultKnowledgeBase(live)],
      welcome_message: 'Ahoy!',
    })
  ).body.data.id;
});
afterAll(() => test.stop());

const addToken = async (more: Record<string, unknown> = {}) =>
  (await live.post(`/v1/agents/${agent}/tokens`, { name: 'Shop', allowed_origins: [SITE], ...more })).body
    .data;
const from = (origin: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> =>
  visitor.call(method, `/v1/widget/${path}`, body, origin === undefined ? {} : { origin });
const chat = (token: string, body: Record<string, unknown>): Promise<EventReader> =>
  openEvents({ baseUrl: live.baseUrl, key: '' }, `/v1/widget/${token}/chat`, body, { origin: SITE });
const done = async (token: string, body: Record<string, unknown>) =>
  (await (await chat(token, body)).rest()).at(-1)?.data;

describe('/v1/agents/:id/tokens', () => {
  it('publishable tokens can be created, listed, changed and deleted', async () => {
    const token = await addToken();
    expect(token).toEqual({
      id: expect.stringMatching(/^tok_/),
      name: 'Shop',
      token: expect.stringMatching(/^pub_live_[0-9A-Za-z]{38}$/),
      allowed_origins: [SITE],
      enabled: true,
      messages_per_minute: 60,
      created_by: expect.stringMatching(/^key_/),
      token_budget: { per_day: null, per_month: null },
      created_at: expect.any(String),
    });
    const path = `/v1/agents/${agent}/tokens`;
    const changed = await live.patch(`${path}/${token.id}`, { name: 'Old shop', enabled: false });
    expect(changed.body.data).toEqual({ ...token, name: 'Old shop', enabled: false });
    expect((await live.get(path)).body.data[0]).toEqual(changed.body.data);
    expect((await live.delete(`${path}/${token.id}`)).status).toBe(204);
    expectError(await live.patch(`${path}/${token.id}`, {}), 404);
    expect((await live.get(path)).body.data).toEqual([]);
  });

  it("an allowed origin that isn't an origin gets 422", async () => {
    for (const origin of [
      '*',
      'https://a.example/',
      'HTTPS://A.example',
      'a.example',
      'ftp://a.example',
      'null',
    ])
      expectError(
        await live.post(`/v1/agents/${agent}/tokens`, { name: 'A', allowed_origins: [origin] }),
        422,
        'allowed_origins[0]',
      );
    const none = await live.post(`/v1/agents/${agent}/tokens`, { name: 'A', allowed_origins: [] });
    expectError(none, 422, 'allowed_origins');
  });

  it('a token gets 404 under another agent, and 403 with a read_only key', async () => {
    const token = await addToken();
    const { id } = (
      await live.post('/v1/agents', { name: 'B', knowledge_base_ids: [await defaultKnowledgeBase(live)] })
    ).body.data;
    expectError(await live.delete(`/v1/agents/${id}/tokens/${token.id}`), 404);
    const reader = await clientWithScope(live, 'read_only');
    expectError(await reader.delete(`/v1/agents/${agent}/tokens/${token.id}`), 403);
  });

  it('a publishable token is refused as an API key', async () => {
    const { token } = await addToken();
    expectError(await createClient(live.baseUrl, token).get('/v1/agents'), 401);
  });
});

describe('GET /v1/widget/:token', () => {
  it("the widget's settings are given only to pages of the token's origins", async () => {
    const { token } = await addToken({ allowed_origins: [SITE, 'http://localhost:3000'] });
    const shown = await from(SITE, 'GET', token);
    expect(shown.body.data).toEqual({
      appearance: expect.objectContaining({ mode: 'bubble', color: null }),
      agent: { name: 'Guide' },
      status: 'active',
      welcome_message: 'Ahoy!',
    });
    expect(shown.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(shown.headers.get('vary')).toContain('Origin');
    expect((await from('http://localhost:3000', 'GET', token)).status).toBe(200);
    for (const origin of [
      undefined,
      'https://example.com',
      `${SITE}.evil.example`,
      'null',
      'http://shop.example.com',
    ]) {
      const refused = await from(origin, 'GET', token);
      expectError(refused, 403);
      expect(refused.headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('an unknown, mistyped, disabled or foreign token gets 404', async () => {
    const off = await addToken();
    await live.patch(`/v1/agents/${agent}/tokens/${off.id}`, { enabled: false });
    for (const token of [off.token, 'pub_live_no', off.token.replace('live', 'test'), live.key])
      expectError(await from(SITE, 'GET', token), 404);
  });

  it("a browser's preflight is answered", async () => {
    const { token } = await addToken();
    const allowed = await from(SITE, 'OPTIONS', `${token}/chat`);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, X-Session-Id',
    });
    expect(allowed.headers.has('access-control-allow-credentials')).toBe(false);
    expectError(await from('https://example.com', 'OPTIONS', `${token}/chat`), 403);
  });
});

describe('POST /v1/widget/:token/chat', () => {
  it("the widget's stream has names and snippets of sources, but no ids", async () => {
    const { token, id } = await addToken();
    const stream = await chat(token, { message: QUESTION });
    expect(stream.headers.get('access-control-allow-origin')).toBe(SITE);
    const events = await stream.rest();
    expect(events.map(({ event }) => event).join(' ')).toMatch(/^meta( delta)+ sources done$/);
    const [meta, answer] = [events[0]?.data, events.at(-1)?.data];
    expect(meta).toEqual({
      session_id: expect.stringMatching(/^[\w-]{22}$/),
      message_id: answer.message_id,
      welcome_message: 'Ahoy!',
    });
    expect(answer).toEqual({
      reply: expect.stringContaining('30 days'),
      confidence: expect.any(Number),
      session_id: meta.session_id,
      message_id: expect.stringMatching(/^msg_/),
      sources: [{ name: 'Refund policy', snippet: expect.stringContaining('30 days') }],
      citations: expect.arrayContaining([
        {
          number: 1,
          source: 0,
          snippet: expect.stringContaining('30 days'),
          reply_start: expect.any(Number),
          reply_end: expect.any(Number),
        },
      ]),
    });
    for (const hidden of ['src_', 'chunk_', 'agt_', 'kb_', 'ws_', id])
      expect(JSON.stringify(events)).not.toContain(hidden);
  });

  it("sessions belong to one token and show in the agent's conversations", async () => {
    const [one, two] = [await addToken(), await addToken()];
    const session_id = 'A_session-that_nobody-guesses';
    await done(one.token, { message: QUESTION, session_id });
    const [again] = await (await chat(one.token, { message: QUESTION, session_id })).rest();
    expect(again?.data).not.toHaveProperty('welcome_message');
    const [elsewhere] = await (await chat(two.token, { message: QUESTION, session_id })).rest();
    expect(elsewhere?.data).toHaveProperty('welcome_message');
    const { data } = (await live.get(`/v1/conversations?session_id=${one.id}.${session_id}`)).body;
    expect(data).toMatchObject([{ message_count: 4, metadata: { channel: 'widget' } }]);
  });

  it("a widget chat counts into its token's usage at once", async () => {
    const { token, id } = await addToken();
    await done(token, { message: QUESTION });
    const { groups } = (await live.get(`/v1/usage?group_by=key`)).body.data;
    expect(groups.find((group: { key: { id: string } }) => group.key?.id === id)).toMatchObject({
      key: { id, name: 'Shop' },
      requests: 1,
      messages: 1,
    });
  });

  it('a guessable session id and a long message get 422', async () => {
    const { token } = await addToken();
    const post = (body: unknown) => from(SITE, 'POST', `${token}/chat`, body);
    expectError(await post({ message: 'Hi', session_id: 'me' }), 422, 'session_id');
    expectError(await post({ message: 'x'.repeat(4_001) }), 422, 'message');
    expectError(await post({}), 400, 'message');
    const readable = await post({});
    expect(readable.headers.get('access-control-allow-origin')).toBe(SITE);
  });

  it('a token or address that sends too much gets 429', async () => {
    const { token } = await addToken({ messages_per_minute: 2 });
    for (let count = 0; count < 2; count++) await done(token, { message: 'Hello!' });
    const tooMany = await from(SITE, 'POST', `${token}/chat`, { message: 'Hello!' });
    expect(tooMany.status).toBe(429);
    expect(tooMany.body.error.code).toBe('rate_limited');
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    [40, 10],
    [8, 5],
    [600, 20],
  ])('an address that sends more than its share of %i messages a minute gets 429', async (all, share) => {
    const { token } = await addToken({ messages_per_minute: all });
    const statuses = [];
    for (let count = 0; count <= share; count++)
      statuses.push((await from(SITE, 'POST', `${token}/chat`, { message: 'Hello!' })).status);
    expect(statuses).toEqual([...Array.from({ length: share }, () => 200), 429]);
  });

  it('a paused agent gets 403', async () => {
    const { token } = await addToken();
    await live.patch(`/v1/agents/${agent}`, { status: 'inactive' });
    expect((await from(SITE, 'GET', token)).body.data.status).toBe('inactive');
    expectError(await from(SITE, 'POST', `${token}/chat`, { message: 'Hello!' }), 403);
    await live.patch(`/v1/agents/${agent}`, { status: 'active' });
  });
});

describe('POST /v1/widget/:token/feedback', () => {
  it("feedback is accepted only for replies of the token's own sessions", async () => {
    const [one, two] = [await addToken(), await addToken()];
    const { session_id, message_id } = await done(one.token, { message: QUESTION });
    const rated = { session_id, message_id, rating: 'down', comment: 'Too short.' };
    expect((await from(SITE, 'POST', `${one.token}/feedback`, rated)).body.data).toEqual({ rating: 'down' });
    const session = `${one.id}.${session_id}`;
    const { data } = (await live.get(`/v1/agents/${agent}/conversations/${session}/messages`)).body;
    expect(data.at(-1).feedback).toEqual({
      rating: 'down',
      comment: 'Too short.',
      author: { type: 'publishable_token', id: one.id, name: expect.any(String) },
    });
    expectError(await from(SITE, 'POST', `${two.token}/feedback`, rated), 404);
  });
});
