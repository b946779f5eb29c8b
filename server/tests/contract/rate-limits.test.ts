import { afterEach, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { FAKE_CHAT_KEY, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { signUpOwner } from '../helpers/people.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Answer,
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, TEST_ENGINE } from '../helpers/test-storage.ts';

let clockMs = Date.now();
const clock = { now: () => clockMs };
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
});

async function start(settings: Record<string, string> = {}): Promise<TestService> {
  const test = await startTestService({ RATE_LIMITS: 'on', ...settings }, clock);
  running.push(test);
  return test;
}

const statuses = (answers: Answer[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
const times = (count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const header = ({ headers }: Answer, name: string): string | null => headers.get(name);

describe('requests of one API key', () => {
  it('exactly as many requests pass as the limit allows, even in parallel, and again the next minute', async () => {
    const { live } = await start({ RATE_LIMITS: 'read=50' });
    expect(statuses(await times(200, () => live.get('/v1/agents')))).toEqual({ 200: 50, 429: 150 });
    clockMs += 59_999;
    expect((await live.get('/v1/agents')).status).toBe(429);
    clockMs += 1;
    expect((await live.get('/v1/agents')).status).toBe(200);
  });

  it('every answer says how many requests are left, and a 429 when to retry', async () => {
    const { live } = await start({ RATE_LIMITS: 'read=3' });
    const endsAt = String(Math.ceil((clockMs + 60_000) / 1_000));
    const first = await live.get('/v1/agents');
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'ratelimit-policy': '"read";q=3;w=60',
      ratelimit: '"read";r=2;t=60',
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': endsAt,
    });
    expect(first.headers.get('retry-after')).toBe(null);
    clockMs += 17_500;
    const unknown = await live.get('/v1/agents/agt_1');
    expect(unknown.status).toBe(404);
    expect(header(unknown, 'ratelimit')).toBe('"read";r=1;t=43');
    const bad = await live.get('/v1/agents?limit=0');
    expect([bad.status, header(bad, 'ratelimit')]).toEqual([422, '"read";r=0;t=43']);
    const refused = await live.get('/v1/agents/agt_1');
    expectError(refused, 429);
    expect(header(refused, 'retry-after')).toBe('43');
    expect(header(refused, 'ratelimit')).toBe('"read";r=0;t=43');
    expect(header(refused, 'x-ratelimit-reset')).toBe(endsAt);
    expect(refused.body.error.message).toMatch(/"read".*43 seconds/);
  });

  it('requests are counted by class, key and environment', async () => {
    const { live, sandbox } = await start({ RATE_LIMITS: 'read=1 write=1 query=1 chat=1 upload=1' });
    const other = await clientWithScope(live, 'read_write');
    clockMs += 60_000;
    const classOf = async (method: string, path: string, body?: unknown): Promise<string | null> => {
      const answer = await live.call(method, path, body);
      expect(answer.status, `${method} ${path}`).not.toBe(429);
      return header(answer, 'ratelimit');
    };
    const classes = [
      await classOf('GET', '/v1/workspace'),
      await classOf('DELETE', '/v1/agents/agt_1'),
      await classOf('GET', '/v1/query?query=pier'),
      await classOf('POST', '/v1/agents/agt_1/chat', { message: 'Hello' }),
      await classOf('PATCH', '/v1/knowledge-base/sources/src_1', { name: 'B' }),
    ];
    expect(classes).toEqual(['read', 'write', 'query', 'chat', 'upload'].map((name) => `"${name}";r=0;t=60`));
    const again = [
      ['GET', '/v1/no-such-thing'],
      ['POST', '/v1/agents', {}],
      ['POST', '/v1/query', {}],
      ['POST', '/v1/chat/completions', {}],
      ['POST', '/v1/knowledge-base/sources', {}],
    ] as const;
    for (const [method, path, body] of again)
      expect((await live.call(method, path, body)).status, `${method} ${path}`).toBe(429);
    for (const another of [other, sandbox]) expect((await another.get('/v1/agents')).status).toBe(200);
  });

  it("requests refused with 401 or 403 aren't counted", async () => {
    const { live } = await start({ RATE_LIMITS: 'write=2' });
    const reader = await clientWithScope(live, 'read_only');
    const refused = await times(5, () => reader.post('/v1/agents', {}));
    expect(statuses(refused)).toEqual({ 403: 5 });
    expect(refused.map((answer) => header(answer, 'ratelimit'))).toEqual(Array(5).fill(null));
  });

  it('RATE_LIMITS=off limits no requests', async () => {
    const { live } = await start({ RATE_LIMITS: 'off read=1 auth=1' });
    const answers = await times(20, () => live.get('/v1/agents'));
    expect(statuses(answers)).toEqual({ 200: 20 });
    expect(answers.map((answer) => header(answer, 'ratelimit'))).toEqual(Array(20).fill(null));
    const wrong = createClient(live.baseUrl, 'wrong');
    expect(statuses(await times(5, () => wrong.get('/v1/agents')))).toEqual({ 401: 5 });
  });

  it.runIf(TEST_ENGINE === 'postgres')('are counted by all nodes together', async () => {
    const DATA_DIR = newDataDir();
    const first = await start({ DATA_DIR, RATE_LIMITS: 'read=50' });
    const second = await start({ DATA_DIR, RATE_LIMITS: 'read=50' });
    const nodes = [first.live, createClient(second.live.baseUrl, first.live.key)];
    const answers = await times(200, (index) => (nodes[index % 2] as Client).get('/v1/agents'));
    expect(statuses(answers)).toEqual({ 200: 50, 429: 150 });
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await removeDataDir(DATA_DIR);
  });
});

describe('requests without a good key', () => {
  it('requests with a bad key get 401 up to the limit, then 429 until the minute ends', async () => {
    const { live } = await start({ RATE_LIMITS: 'auth=5' });
    const wrong = createClient(live.baseUrl, 'svc_live_wrong');
    expect((await live.get('/v1/agents')).status).toBe(200);
    expect(statuses(await times(20, () => wrong.get('/v1/agents')))).toEqual({ 401: 5, 429: 15 });
    clockMs += 30_000;
    for (const client of [wrong, createClient(live.baseUrl, '')]) {
      const refused = await client.get('/v1/agents');
      expectError(refused, 429);
      expect(header(refused, 'retry-after')).toBe('30');
    }
    clockMs += 30_000;
    expect((await wrong.get('/v1/agents')).status).toBe(401);
  });

  it("failed requests don't block a valid key or a sign-in from the same address", async () => {
    const test = await start({ RATE_LIMITS: 'auth=5' });
    const { live } = test;
    const owner = await signUpOwner(test);
    const wrong = createClient(live.baseUrl, 'svc_live_wrong');
    expect(statuses(await times(40, () => wrong.get('/v1/agents')))).toEqual({ 401: 5, 429: 35 });
    for (const client of [live, owner, await clientWithScope(live, 'read_only')])
      expect(statuses(await times(10, () => client.get('/v1/agents')))).toEqual({ 200: 10 });
    expect((await wrong.get('/v1/agents')).status).toBe(429);
  });

  it("failed requests don't block another address behind a trusted proxy; untrusted headers are ignored", async () => {
    const from = (client: Client, address: string): Promise<Answer> =>
      client.call('GET', '/v1/agents', undefined, { 'x-forwarded-for': address });
    for (const [TRUST_PROXY, others] of [
      ['127.0.0.0/8', 401],
      ['1', 401],
      ['off', 429],
    ] as const) {
      const { live } = await start({ RATE_LIMITS: 'auth=2', TRUST_PROXY });
      const wrong = createClient(live.baseUrl, 'svc_live_wrong');
      const three = await times(3, () => from(wrong, '2001:db8::1'));
      expect(statuses(three)).toEqual({ 401: 2, 429: 1 });
      expect((await from(wrong, '2001:db8::2')).status).toBe(429);
      expect((await from(wrong, '198.51.100.7')).status, TRUST_PROXY).toBe(others);
    }
  });
});

describe('chats at the same time', () => {
  let model: FakeChatServer;
  async function startWithModel(settings: Record<string, string> = {}) {
    model = await startFakeChatServer();
    model.always({ hangsAfter: 1 });
    running.push({ stop: () => model.close() });
    const test = await start({
      RATE_LIMITS: 'chats=2',
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: `${model.origin}/v1`,
      LLM_MODEL: 'fake',
      LLM_API_KEY: FAKE_CHAT_KEY,
      ...settings,
    });
    await test.live.addText('Pier', 'The pier is 300 metres long.');
    const base = await defaultKnowledgeBase(test.live);
    const agent = await test.live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] });
    return { test, path: `/v1/agents/${agent.body.data.id}/chat` };
  }
  const body = { message: 'How long is the pier?' };

  it('a key has at most its limit of parallel chats, and one that ends frees its place', async () => {
    const { test, path } = await startWithModel();
    const open = () => openEvents(test.live, path, { ...body, stream: true });
    const [first, second] = [await open(), await open()];
    await Promise.all([first.next(), second.next()]);
    const refused = await test.live.post(path, body);
    expectError(refused, 429);
    expect(header(refused, 'retry-after')).toBe('1');
    expect(refused.body.error.message).toContain('2 chats are running');
    expect((await test.live.get('/v1/agents')).status).toBe(200);

    const other = await clientWithScope(test.live, 'read_write');
    const ofAnother = await openEvents(other, path, { ...body, stream: true });
    expect((await ofAnother.next())?.event).toBe('meta');
    ofAnother.close();

    first.close();
    model.always();
    await expect.poll(async () => (await test.live.post(path, body)).status).toBe(200);
    second.close();
  });

  it('all visitors of a chat widget share one limit of parallel chats', async () => {
    const { test, path } = await startWithModel();
    const origin = 'https://example.com';
    const token = { name: 'Site', allowed_origins: [origin] };
    const { data } = (await test.live.post(path.replace('/chat', '/tokens'), token)).body;
    const visitor = createClient(test.live.baseUrl, '');
    const widget = `/v1/widget/${data.token}/chat`;
    const open = () => openEvents(visitor, widget, body, { origin });
    const streams = [await open(), await open()];
    await Promise.all(streams.map((stream) => stream.next()));
    expectError(await visitor.call('POST', widget, body, { origin }), 429);
    for (const stream of streams) stream.close();
    model.always();
    await expect.poll(async () => (await visitor.call('POST', widget, body, { origin })).status).toBe(200);
  });

  it.runIf(TEST_ENGINE === 'postgres')(
    'are counted by all nodes together, without those of a dead node',
    async () => {
      const DATA_DIR = newDataDir();
      const { test, path } = await startWithModel({ DATA_DIR });
      const another = await start({ DATA_DIR, RATE_LIMITS: 'chats=2' });
      const there = createClient(another.live.baseUrl, test.live.key);
      const streams = [
        await openEvents(test.live, path, { ...body, stream: true }),
        await openEvents(test.live, path, { ...body, stream: true }),
      ];
      await Promise.all(streams.map((stream) => stream.next()));
      expectError(await there.post(path, body), 429);
      // As if the node had not been heard of since.
      clockMs += 10_001;
      expect((await there.post(path, body)).status).toBe(200);
      for (const stream of streams) stream.close();
      await Promise.all(running.splice(0).map((each) => each.stop()));
      await removeDataDir(DATA_DIR);
    },
  );
});

describe('GET /v1/limits', () => {
  it('GET /v1/limits shows the limits in force to every key', async () => {
    const { live } = await start({
      RATE_LIMITS: 'chat=7 auth=9 chats=3',
      MAX_FILE_MB: '200',
    });
    const reader = await clientWithScope(live, 'read_only');
    const { status, body } = await reader.get('/v1/limits');
    expect(status).toBe(200);
    expect(body.data.rate_limits).toEqual({
      enabled: true,
      window_seconds: 60,
      requests: { read: 600, write: 120, query: 300, chat: 7, upload: 600 },
      failed_authentications: 9,
      concurrent_chats: 3,
      open_streams: 20,
    });
    expect(body.data.sizes).toMatchObject({
      file_bytes: 209_715_200,
      pages: 2_000,
      archive_expansion: 100,
      content_characters: 5_000_000,
      name_characters: 200,
      passkeys_of_an_account: 20,
      passkey_body_bytes: 32_768,
      message_characters: 16_000,
      query_characters: 2_048,
      system_prompt_characters: 32_000,
      agent_message_characters: 2_000,
      tags: 32,
      tag_characters: 64,
      knowledge_bases_of_an_agent: 100,
    });
  });
});
