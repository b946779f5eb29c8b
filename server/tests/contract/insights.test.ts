import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace } from '../helpers/more-clients.ts';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const NOON = Date.UTC(2026, 4, 20, 12);
const HOUR = 3_600_000;
let now = NOON;
let test: TestService;
let live: Client;
let neighbour: Client;
let guide: string;
let other: string;
beforeAll(async () => {
  test = await startTestService({}, { now: () => now });
  live = test.live;
  neighbour = (await addWorkspace(test)).live;
  await live.addText('Refund policy', 'Customers may return any item within 30 days of the purchase.');
  const knowledge_base_ids = [await defaultKnowledgeBase(live)];
  guide = (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids })).body.data.id;
  other = (await live.post('/v1/agents', { name: 'Other', knowledge_base_ids })).body.data.id;
});
afterAll(() => test.stop());

const GOOD = 'How many days do customers have to return an item?';
const ask = async (agent: string, session_id: string, message: string) =>
  (await live.post(`/v1/agents/${agent}/chat`, { message, session_id })).body.data;
const rate = (agent: string, session: string, message: string, rating: 'up' | 'down') =>
  live.post(`/v1/agents/${agent}/conversations/${session}/messages/${message}/feedback`, { rating });
const gapsOf = async (query = '') => (await live.get(`/v1/gaps${query}`)).body.data;
const sessionsOf = async (query = ''): Promise<string[]> =>
  (await live.get(`/v1/conversations${query}`)).body.data.map(
    (item: { session_id: string }) => item.session_id,
  );

describe('GET /v1/conversations', () => {
  beforeAll(async () => {
    const good = await ask(guide, 'good', GOOD);
    await rate(guide, 'good', good.message_id, 'up');
    now += 1_000;
    await ask(other, 'bad', GOOD);
    const bad = await ask(other, 'bad', 'Who painted the ceiling of the chapel?');
    await rate(other, 'bad', bad.message_id, 'down');
    now += 1_000;
    await ask(guide, 'last', 'Hello!');
  });

  it('conversations of all agents are listed by latest activity', async () => {
    const { data } = (await live.get('/v1/conversations')).body;
    expect(data.map((item: { session_id: string }) => item.session_id)).toEqual(['last', 'bad', 'good']);
    expect(data[1]).toEqual({
      session_id: 'bad',
      message_count: 4,
      metadata: {},
      channel: 'api',
      language: 'en',
      state: 'open',
      tags: [],
      version: 0,
      started_at: expect.any(String),
      last_activity_at: expect.any(String),
      agent: { id: other, name: 'Other' },
      first_question: GOOD,
      last_question: 'Who painted the ceiling of the chapel?',
      last_reply: "I don't know: I found nothing about this in my knowledge base.",
      lowest_confidence: expect.any(Number),
      ratings: { up: 0, down: 1 },
    });
    expect(data[1].lowest_confidence).toBeLessThan(0.5);
    expect(data[2]).toMatchObject({ last_question: GOOD, ratings: { up: 1, down: 0 } });
  });

  it('conversations can be filtered by agent, session, rating and confidence', async () => {
    expect(await sessionsOf(`?agent_id=${guide}`)).toEqual(['last', 'good']);
    expect(await sessionsOf('?session_id=bad')).toEqual(['bad']);
    expect(await sessionsOf('?rating=down')).toEqual(['bad']);
    expect(await sessionsOf('?rating=up&max_confidence=0.1')).toEqual([]);
    expect(await sessionsOf('?max_confidence=0.5')).toEqual(['bad']);
    expect(await sessionsOf('?max_confidence=1')).toHaveLength(3);
    expect((await neighbour.get('/v1/conversations')).body.data).toEqual([]);
  });

  it('a cursor of conversations works only with the same filters', async () => {
    const seen: string[] = [];
    for (let query: string | undefined = '?limit=1'; query; ) {
      const { body }: Answer = await live.get(`/v1/conversations${query}`);
      seen.push(...body.data.map((item: { session_id: string }) => item.session_id));
      query = body.meta.next_cursor && `?limit=1&cursor=${body.meta.next_cursor}`;
    }
    expect(seen).toEqual(['last', 'bad', 'good']);
    const { next_cursor } = (await live.get('/v1/conversations?limit=1')).body.meta;
    expectError(await live.get(`/v1/conversations?limit=1&rating=up&cursor=${next_cursor}`), 422, 'cursor');
    expectError(await live.get('/v1/conversations?max_confidence=2'), 422, 'max_confidence');
    expectError(await live.get('/v1/conversations?rating=good'), 422, 'rating');
  });
});

describe('GET /v1/gaps', () => {
  it('gaps group equal questions and leave out those with a good answer', async () => {
    now += HOUR;
    await ask(guide, 'gap 1', 'Who is the captain of the ferry?');
    now += 1_000;
    const last = await ask(other, 'gap 2', "Who's the captain of that ferry?");
    const { total, gaps } = await gapsOf();
    expect(total).toBe(2);
    expect(gaps[0]).toEqual({
      question: "Who's the captain of that ferry?",
      other_wordings: ['Who is the captain of the ferry?'],
      label: 'Captain',
      count: 2,
      conversations: 2,
      first_asked_at: new Date(now - 1_000).toISOString(),
      last_asked_at: new Date(now).toISOString(),
      trend: expect.any(Array),
      course: 'new',
      best_confidence: expect.any(Number),
      agent_ids: [other, guide],
      example: { agent_id: other, session_id: 'gap 2', message_id: last.message_id },
      examples: [
        expect.objectContaining({ session_id: 'gap 2' }),
        expect.objectContaining({ session_id: 'gap 1', question: 'Who is the captain of the ferry?' }),
      ],
    });
    expect(gaps[1]).toMatchObject({ question: 'Who painted the ceiling of the chapel?', count: 1 });
    expect((await gapsOf(`?agent_id=${guide}`)).gaps).toMatchObject([{ count: 1, agent_ids: [guide] }]);
    expect((await neighbour.get('/v1/gaps')).body.data).toMatchObject({ total: 0, gaps: [] });
  });

  it('a dismissed gap stays away until it is asked again', async () => {
    now += 1_000;
    const dismissed = await live.post('/v1/gaps/dismiss', { question: 'The captain of the ferry?' });
    expect(dismissed.body.data).toEqual({
      question: 'The captain of the ferry?',
      dismissed_at: new Date(now).toISOString(),
    });
    expect((await gapsOf()).gaps).toMatchObject([{ question: 'Who painted the ceiling of the chapel?' }]);
    now += 1_000;
    await ask(guide, 'gap 3', 'Who is captain of the ferry?');
    const [again] = (await gapsOf()).gaps;
    expect(again).toMatchObject({ question: 'Who is captain of the ferry?', count: 1 });
    now += 1_000;
    await live.post('/v1/gaps/dismiss', { question: 'Who is captain of the ferry?' });
    expect((await gapsOf()).total).toBe(1);
    expectError(await live.post('/v1/gaps/dismiss', { question: ' ' }), 422, 'question');
  });

  it('gaps look back as many days as asked for', async () => {
    now += 48 * HOUR;
    expect(await gapsOf('?days=2')).toMatchObject({ total: 0, gaps: [] });
    expect((await gapsOf('?days=3')).total).toBe(1);
    expectError(await live.get('/v1/gaps?days=0'), 422, 'days');
    expectError(await live.get('/v1/gaps?days=366'), 422, 'days');
  });
});

const NO_RATINGS = { up: 0, down: 0 };
const QUIET = { conversations: 0, messages: 0, fallbacks: 0, ratings: NO_RATINGS };
const QUIET_SUMS = { conversations: 0, messages: 0, ratings: NO_RATINGS };

describe('GET /v1/overview', () => {
  it('the overview adds up each day', async () => {
    const { data } = (await live.get('/v1/overview?days=4')).body;
    const [before, busy, quiet, today] = data.days;
    expect(data.days).toHaveLength(4);
    expect([before, quiet, today]).toEqual([
      { day: '2026-05-19', ...QUIET },
      { day: '2026-05-21', ...QUIET },
      { day: '2026-05-22', ...QUIET },
    ]);
    expect(busy).toMatchObject({
      day: '2026-05-20',
      // The greeting isn't one of them.
      messages: 6,
      conversations: 6,
      fallbacks: 4,
      ratings: { up: 1, down: 1 },
      mean_confidence: expect.any(Number),
    });
    expect(busy.latency_p50_ms).toBeLessThanOrEqual(busy.latency_p95_ms);
    expect(data).toMatchObject({
      messages: 6,
      conversations: 6,
      previous: { ...QUIET_SUMS },
      fallback_share: 0.6667,
      mean_confidence: busy.mean_confidence,
      ratings: { up: 1, down: 1 },
      gaps: 1,
      sources_by_status: { processing: 0, indexed: 1, failed: 0 },
      jobs: { waiting: 0 },
    });
    expect(data.confidence_histogram).toHaveLength(10);
    expect(data.confidence_histogram.reduce((sum: number, count: number) => sum + count)).toBe(6);
  });

  it('the overview has the numbers of the period before, by the same measures', async () => {
    const { data } = (await live.get('/v1/overview?days=2')).body;
    expect(data).toMatchObject({ conversations: 0, messages: 0 });
    expect(data.previous).toMatchObject({
      conversations: 6,
      messages: 6,
      fallback_share: 0.6667,
      ratings: { up: 1, down: 1 },
      latency_p95_ms: expect.any(Number),
    });
    expect(data.previous.latency_p50_ms).toBeLessThanOrEqual(data.previous.latency_p95_ms);
  });

  it('the overview counts one agent, or one channel, if asked to', async () => {
    const messages = async (query: string) =>
      (await live.get(`/v1/overview?days=4&${query}`)).body.data.messages;
    expect(await messages(`agent_id=${guide}`)).toBe(3);
    expect(await messages(`agent_id=${other}`)).toBe(3);
    expect(await messages('channel=api')).toBe(6);
    expect(await messages('channel=widget')).toBe(0);
    const { data } = (await live.get(`/v1/overview?days=4&agent_id=${other}&channel=api`)).body;
    expect(data).toMatchObject({ conversations: 2, gaps: 1, top_sources: [{ replies: 1 }] });
    expect((await gapsOf('?days=4&channel=widget')).total).toBe(0);
  });

  it('conversations can be filtered by what the overview counts', async () => {
    const day = 'replied_since=2026-05-20T00:00:00Z&replied_until=2026-05-21T00:00:00Z';
    const all = ['gap 3', 'gap 2', 'gap 1', 'bad', 'good'];
    expect(await sessionsOf(`?${day}`)).toEqual(all);
    expect(await sessionsOf(`?${day}&tests=none`)).toEqual(all);
    expect(await sessionsOf(`?${day}&fallback=true`)).toEqual(['gap 3', 'gap 2', 'gap 1', 'bad']);
    expect(await sessionsOf(`?${day}&fallback=false&agent_id=${other}`)).toEqual(['bad']);
    expect(await sessionsOf(`?${day}&min_confidence=0.5`)).toEqual(['bad', 'good']);
    expect(await sessionsOf(`?${day}&below_confidence=0`)).toEqual([]);
    expect(await sessionsOf('?replied_since=2026-05-21T00:00:00Z')).toEqual([]);
    const backwards = '?replied_since=2026-05-21T00:00:00Z&replied_until=2026-05-20T00:00:00Z';
    expectError(await live.get(`/v1/conversations${backwards}`), 422, 'replied_until');
  });

  it('the overview names the most cited sources', async () => {
    const service = await startTestService();
    const { live: client } = service;
    const { id } = await client.addText('Refund policy', 'Customers may return any item within 30 days.');
    const knowledge_base_ids = [await defaultKnowledgeBase(client)];
    const agent = (await client.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
    for (let count = 0; count < 2; count++) await client.post(`/v1/agents/${agent}/chat`, { message: GOOD });
    const { data } = (await client.get('/v1/overview')).body;
    expect(data.top_sources).toEqual([{ id, name: 'Refund policy', replies: 2 }]);
    expect(data.days).toHaveLength(30);
    await service.stop();
  });

  it('the overview of an empty workspace is empty', async () => {
    expect((await neighbour.get('/v1/overview?days=1')).body.data).toEqual({
      days: [{ day: '2026-05-22', ...QUIET }],
      ...QUIET_SUMS,
      previous: QUIET_SUMS,
      confidence_histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      top_sources: [],
      gaps: 0,
      sources_by_status: { processing: 0, indexed: 0, failed: 0 },
      jobs: { waiting: 0 },
    });
  });
});

describe('GET /v1/overview/attention', () => {
  const itemsOf = async (client: Client) => (await client.get('/v1/overview/attention')).body.data.items;

  it('names what needs someone, and nothing if all is well', async () => {
    expect(await itemsOf(neighbour)).toEqual([]);
    expect(await itemsOf(live)).toEqual([
      { kind: 'bad_ratings', count: 1 },
      { kind: 'new_gaps', count: 1 },
    ]);
    await live.post('/v1/conversations/bulk', {
      conversations: [{ agent_id: other, session_id: 'bad' }],
      action: 'resolve',
    });
    expect(await itemsOf(live)).toEqual([{ kind: 'new_gaps', count: 1 }]);
    now += 7 * 24 * HOUR;
    expect(await itemsOf(live)).toEqual([]);
    now -= 7 * 24 * HOUR;
  });
});

describe('POST /v1/gaps/suggest', () => {
  it('without a language model, shows the passages that come nearest', async () => {
    const question = 'Can an item be returned after 30 days?';
    const { status, body } = await live.post('/v1/gaps/suggest', { question, agent_id: guide });
    expect(status).toBe(200);
    expect(body.data).toEqual({ passages: [expect.objectContaining({ source_name: 'Refund policy' })] });
    const unknown = { question, agent_id: 'agt_0' };
    expectError(await live.post('/v1/gaps/suggest', unknown), 422, 'agent_id');
    expectError(await neighbour.post('/v1/gaps/suggest', { question, agent_id: guide }), 422, 'agent_id');
  });
});

describe('the suggestion of a gap', () => {
  const QUESTION = 'Can a returned item be exchanged for a voucher of the summer festival?';
  it('is the nearest chunk of the knowledge bases of the agent, if one comes near', async () => {
    const service = await startTestService();
    const { live: client } = service;
    const source = await client.addText('Refund policy', 'A returned item can be exchanged for a voucher.');
    const empty = (await client.post('/v1/knowledge-bases', { name: 'Empty' })).body.data.id;
    const agentOf = async (base: string): Promise<string> =>
      (await client.post('/v1/agents', { name: 'A', knowledge_base_ids: [base] })).body.data.id;
    const agent = await agentOf(empty);
    await client.post(`/v1/agents/${agent}/chat`, { message: QUESTION });
    const gap = async () => (await client.get('/v1/gaps')).body.data.gaps[0];
    expect(await gap()).not.toHaveProperty('suggestion');
    const knowledge_base_ids = [await defaultKnowledgeBase(client)];
    await client.patch(`/v1/agents/${agent}`, { knowledge_base_ids });
    expect((await gap()).suggestion).toEqual({
      source_id: source.id,
      source_name: 'Refund policy',
      chunk_id: expect.stringMatching(/^chunk_/),
      text: 'A returned item can be exchanged for a voucher.',
      score: expect.any(Number),
    });
    await service.stop();
  });
});

describe('test chats of the dashboard', () => {
  const QUESTION = 'What is the capital of Mongolia?';
  const GREETING = 'Hello!';
  let service: TestService;
  let client: Client;
  let agent: string;
  beforeAll(async () => {
    service = await startTestService();
    client = service.live;
    await client.addText('Refund policy', 'Customers may return any item within 30 days of the purchase.');
    const knowledge_base_ids = [await defaultKnowledgeBase(client)];
    agent = (await client.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
    const metadata = { channel: 'dashboard' };
    for (const message of [GOOD, QUESTION, GREETING])
      await client.post(`/v1/agents/${agent}/chat`, { message, session_id: 'trial', metadata });
    const visitor = { session_id: 'visitor', metadata: { channel: 'widget' } };
    for (const message of [GOOD, GREETING])
      await client.post(`/v1/agents/${agent}/chat`, { message, ...visitor });
  });
  afterAll(() => service.stop());

  it("test chats don't count in the overview, and do with include=tests", async () => {
    const overview = async (query: string) => (await client.get(`/v1/overview?days=1${query}`)).body.data;
    const visitors = await overview('');
    expect(visitors).toMatchObject({
      messages: 1,
      gaps: 0,
      fallback_share: 0,
      top_sources: [{ replies: 1 }],
    });
    expect(visitors.days[0].messages).toBe(1);
    const all = await overview('&include=tests');
    expect(all).toMatchObject({
      messages: 3,
      gaps: 1,
      fallback_share: 0.3333,
      top_sources: [{ replies: 2 }],
    });
    expect(all.mean_confidence).toBeLessThan(visitors.mean_confidence);
    expectError(await client.get('/v1/overview?include=all'), 422, 'include');
  });

  it("questions of test chats aren't gaps, and are with include=tests", async () => {
    const gaps = async (query: string) => (await client.get(`/v1/gaps${query}`)).body.data;
    expect(await gaps('')).toMatchObject({ total: 0, gaps: [] });
    expect(await gaps('?include=tests')).toMatchObject({
      total: 1,
      gaps: [{ question: QUESTION, count: 1 }],
    });
  });

  it('each reply says what it is, in the answer and in the transcript', async () => {
    const answer = async (message: string) =>
      (await client.post(`/v1/agents/${agent}/chat`, { message, session_id: 'kinds' })).body.data.kind;
    const kinds = [];
    for (const message of [GREETING, GOOD, QUESTION]) kinds.push(await answer(message));
    expect(kinds).toEqual(['small_talk', 'answer', 'fallback']);
    const { data } = (await client.get(`/v1/agents/${agent}/conversations/kinds/messages`)).body;
    expect(data.map(({ kind }: { kind?: string }) => kind)).toEqual([
      undefined,
      'small_talk',
      undefined,
      'answer',
      undefined,
      'fallback',
    ]);
  });
});
