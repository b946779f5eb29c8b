import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let base: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  base = await defaultKnowledgeBase(live);
});
afterAll(() => test.stop());

const create = async (fields: Record<string, unknown> = {}) =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data;

describe('POST /v1/agents', () => {
  it('creating an agent answers 201 with an active agent, its defaults and its Location', async () => {
    const { status, body, headers } = await live.post('/v1/agents', {
      name: 'Guide',
      knowledge_base_ids: [base],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/agents/${body.data.id}`);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^agt_[0-9a-z]+$/),
      name: 'Guide',
      status: 'active',
      knowledge_base_ids: [base],
      welcome_message: null,
      fallback_message: null,
      system_prompt: null,
      response_length: 'medium',
      min_confidence: null,
      temperature: null,
      handover: 'never',
      token_budget: { per_day: null, per_month: null },
      version: 1,
      draft_saved_at: null,
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
  });

  it('a new agent keeps every optional field as it was sent', async () => {
    const fields = {
      welcome_message: 'Hello, 你好 👋',
      fallback_message: 'Ask a person.',
      system_prompt: 'You are brief.\nAnd kind.',
      response_length: 'detailed',
      min_confidence: 0.35,
      temperature: 0,
      handover: 'on_low_confidence',
    };
    const { id } = await create(fields);
    expect((await live.get(`/v1/agents/${id}`)).body.data).toMatchObject(fields);
  });

  it('a blank or null message counts as no message', async () => {
    const agent = await create({ welcome_message: '  ', fallback_message: null, system_prompt: '' });
    expect(agent).toMatchObject({ welcome_message: null, fallback_message: null, system_prompt: null });
  });

  it('a knowledge base named twice counts once, and the order stays', async () => {
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    expect((await create({ knowledge_base_ids: [other, base, other] })).knowledge_base_ids).toEqual([
      other,
      base,
    ]);
  });

  it.each(['name', 'knowledge_base_ids'])('400 when %s is missing', async (field) => {
    expectError(
      await live.post('/v1/agents', { name: 'A', knowledge_base_ids: [base], [field]: undefined }),
      400,
      field,
    );
  });

  it.each<[string, string, unknown]>([
    ['knowledge_base_ids is empty', 'knowledge_base_ids', []],
    ['knowledge_base_ids is no list', 'knowledge_base_ids', 'kb_1'],
    ['knowledge_base_ids is null', 'knowledge_base_ids', null],
    ['a knowledge base is unknown', 'knowledge_base_ids', ['kb_0000000000000000000000000']],
    ['an id has another prefix', 'knowledge_base_ids[0]', ['src_0000000000000000000000000']],
    ['there are 101 knowledge bases', 'knowledge_base_ids', Array.from({ length: 101 }, () => 'kb_1')],
    ['name is blank', 'name', ' \n '],
    ['name is a number', 'name', 7],
    ['name has 201 characters', 'name', 'a'.repeat(201)],
    ['response_length is another word', 'response_length', 'long'],
    ['response_length is in capitals', 'response_length', 'SHORT'],
    ['welcome_message has 2,001 characters', 'welcome_message', 'a'.repeat(2_001)],
    ['fallback_message is a list', 'fallback_message', []],
    ['system_prompt has 32,001 characters', 'system_prompt', 'a'.repeat(32_001)],
    ['min_confidence is over 1', 'min_confidence', 1.01],
    ['min_confidence is negative', 'min_confidence', -0.1],
    ['min_confidence is a text', 'min_confidence', '0.5'],
    ['temperature is over 2', 'temperature', 2.5],
    ['temperature is negative', 'temperature', -1],
    ['temperature is a list', 'temperature', []],
    ['a field is misspelt', 'welcome_mesage', 'Hello'],
    ['status is sent, which is for PATCH', 'status', 'inactive'],
  ])('422 when %s', async (_, field, value) => {
    const name = field.replace(/\[.*/, '');
    expectError(
      await live.post('/v1/agents', { name: 'A', knowledge_base_ids: [base], [name]: value }),
      422,
      field,
    );
  });

  it('each text may be as long as its limit, counted in characters, not UTF-16 units', async () => {
    const { status } = await live.post('/v1/agents', {
      name: '🙂'.repeat(200),
      knowledge_base_ids: [base],
      welcome_message: '字'.repeat(2_000),
      fallback_message: 'a'.repeat(2_000),
      system_prompt: 'a'.repeat(32_000),
    });
    expect(status).toBe(201);
  });
});

describe('GET /v1/agents/:id', () => {
  it('GET returns the agent as it was created', async () => {
    const agent = await create();
    expect((await live.get(`/v1/agents/${agent.id}`)).body.data).toEqual(agent);
  });

  it.each(['agt_0000000000000000000000000', 'agt_', 'src_1', '%00', 'AGT_1', 'a'.repeat(900)])(
    '404 for %j',
    async (id) => {
      expectError(await live.get(`/v1/agents/${id}`), 404);
    },
  );
});

describe('PATCH /v1/agents/:id', () => {
  const messages = { welcome_message: 'Hi', fallback_message: 'No', system_prompt: 'Be brief' };

  it.each<Record<string, unknown>>([
    { name: 'New name' },
    { welcome_message: 'New' },
    { fallback_message: 'New' },
    { system_prompt: 'New' },
    { response_length: 'short' },
    { min_confidence: 0.9 },
    { min_confidence: 0, temperature: 2 },
    { temperature: 0.7 },
    { status: 'inactive' },
    {},
  ])('changes %j and nothing else', async (change) => {
    const before = await create(messages);
    const { status, body } = await live.patch(`/v1/agents/${before.id}`, change);
    expect(status).toBe(200);
    const version = Object.keys(change).some((field) => field !== 'status') ? 2 : 1;
    expect(body.data).toEqual({ ...before, ...change, version, updated_at: expect.any(String) });
    expect(body.data.updated_at >= before.updated_at).toBe(true);
    expect((await live.get(`/v1/agents/${before.id}`)).body.data).toEqual(body.data);
  });

  it('PATCH replaces the whole list of knowledge bases', async () => {
    const { id } = await create();
    const others = await Promise.all(
      ['B', 'A'].map(async (name) => (await live.post('/v1/knowledge-bases', { name })).body.data.id),
    );
    const { body } = await live.patch(`/v1/agents/${id}`, { knowledge_base_ids: others });
    expect(body.data.knowledge_base_ids).toEqual(others);
  });

  it.each(['', null])('clears the messages with %j', async (none) => {
    const { id } = await create(messages);
    const { body } = await live.patch(`/v1/agents/${id}`, {
      welcome_message: none,
      fallback_message: none,
      system_prompt: none,
    });
    expect(body.data).toMatchObject({ welcome_message: null, fallback_message: null, system_prompt: null });
  });

  it('null clears min_confidence and temperature, each by itself', async () => {
    const { id } = await create({ min_confidence: 0.4, temperature: 1 });
    const { body: cleared } = await live.patch(`/v1/agents/${id}`, { min_confidence: null });
    expect(cleared.data).toMatchObject({ min_confidence: null, temperature: 1 });
    const { body } = await live.patch(`/v1/agents/${id}`, { temperature: null });
    expect(body.data).toMatchObject({ min_confidence: null, temperature: null });
  });

  it('the error for a number out of range names its limits', async () => {
    const { id } = await create();
    const { body } = await live.patch(`/v1/agents/${id}`, { temperature: 3, min_confidence: 'high' });
    expect(body.error.message).toBe(
      'min_confidence: must be a number from 0 to 1, or null; temperature: must be a number from 0 to 2, or null.',
    );
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['knowledge_base_ids', { knowledge_base_ids: [] }],
      ['knowledge_base_ids', { knowledge_base_ids: ['kb_0000000000000000000000000'] }],
      ['status', { status: 'paused' }],
      ['name', { name: '' }],
      ['name', { name: null }],
      ['response_length', { response_length: null }],
      ['id', { id: 'agt_1' }],
      ['created_at', { created_at: '2020-01-01T00:00:00Z' }],
    ]),
  )('422 naming $field for $wrong, and nothing of the request is done', async ({ field, wrong }) => {
    const before = await create(messages);
    expectError(
      await live.patch(`/v1/agents/${before.id}`, { welcome_message: 'Changed', ...wrong }),
      422,
      field,
    );
    expect((await live.get(`/v1/agents/${before.id}`)).body.data).toEqual(before);
  });
});

describe('GET /v1/agents', () => {
  it('agents are listed newest first and can be filtered by status', async () => {
    const first = await create();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await create();
    await live.patch(`/v1/agents/${first.id}`, { status: 'inactive' });
    const ids = async (query: string) =>
      (await live.get(`/v1/agents?limit=100${query}`)).body.data.map((agent: { id: string }) => agent.id);
    expect((await ids('')).slice(0, 2)).toEqual([second.id, first.id]);
    expect(await ids('&status=inactive')).toContain(first.id);
    expect(await ids('&status=inactive')).not.toContain(second.id);
    expect(await ids('&status=active')).not.toContain(first.id);
  });

  it('an unknown status or parameter gets 422', async () => {
    expectError(await live.get('/v1/agents?status=paused'), 422, 'status');
    expectError(await live.get('/v1/agents?state=active'), 422, 'state');
  });
});

describe('DELETE /v1/agents/:id', () => {
  it('deleting an agent answers 204 and removes its conversations', async () => {
    const { id } = await create();
    await live.post(`/v1/agents/${id}/chat`, { message: 'Hello there', session_id: 's' });
    const { status, body } = await live.delete(`/v1/agents/${id}`);
    expect([status, body]).toEqual([204, undefined]);
    expectError(await live.get(`/v1/agents/${id}`), 404);
    expectError(await live.delete(`/v1/agents/${id}`), 404);
    expectError(await live.post(`/v1/agents/${id}/chat`, { message: 'Hello' }), 404);
    expectError(await live.get(`/v1/agents/${id}/conversations`), 404);
    expectError(await live.get(`/v1/agents/${id}/conversations/s/messages`), 404);
  });
});
