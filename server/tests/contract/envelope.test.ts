import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

// The shapes that v1 is frozen with: adding a field is a decision, losing or renaming one breaks clients.

const SOURCE =
  'chunk_count content_sha256 created_at id knowledge_base_id metadata mime_type name progress size_bytes stage status tags type updated_at';
const SHAPES = {
  agent:
    'created_at draft_saved_at fallback_message handover id knowledge_base_ids min_confidence name response_length status system_prompt temperature token_budget updated_at version welcome_message',
  chat: 'citations confidence confidence_reason kind message_id reply session_id sources',
  'chat.sources': 'id link name snippet',
  'chat.citations': 'chunk_id end link number reply_end reply_start snippet source_id start',
  conversation:
    'channel language last_activity_at message_count metadata session_id started_at state tags version',
  userMessage: 'created_at id role text',
  agentMessage: 'citations confidence confidence_reason created_at id kind role sources text',
  knowledgeBase:
    'created_at description embedding_model embedding_switch id is_default name source_count understanding updated_at',
  newSource: SOURCE,
  indexedSource: `${SOURCE} indexed_at`,
  failedSource:
    'chunk_count created_at error id knowledge_base_id metadata name progress stage status tags type updated_at url',
  'failedSource.error': 'code message retryable stage',
  document: `${SOURCE} file_name`,
  content: 'headings pages source_id text total_characters',
  chunk: 'end id position start text',
  query: 'results total',
  'query.results':
    'end id knowledge_base_id link metadata position score source_id source_name start tags text',
  key: 'created_at created_by environment id last_four name scope',
  newKey: 'created_at created_by environment id key last_four name scope',
  workspace:
    'created_at default_knowledge_base_id environment id members_may_publish name token_budget updated_at',
} satisfies Record<string, string>;

let test: TestService;
let live: Client;
/** One answer of each shape. */
const answers: Partial<Record<keyof typeof SHAPES, Answer>> = {};
const lists: Answer[] = [];
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  const base = await defaultKnowledgeBase(live);
  const sources = '/v1/knowledge-base/sources';
  answers.newSource = await live.post(sources, {
    type: 'text',
    name: 'Pier',
    content: 'The pier is 300 metres long.',
  });
  const text = `${sources}/${answers.newSource.body.data.id}`;
  answers.indexedSource = await live.get(`${text}?wait=30`);
  answers.content = await live.get(`${text}/content`);
  answers.chunk = await live.get(`${text}/chunks`);
  const url = await live.post(sources, { type: 'url', name: 'Page', url: 'https://example.com/' });
  answers.failedSource = await live.get(`${sources}/${url.body.data.id}?wait=30`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'document', name: 'A' })) form.set(name, value);
  form.set('file', new Blob(['Text.']), 'a.txt');
  answers.document = await live.post(sources, form);
  answers.query = await live.post('/v1/query', { query: 'How long is the pier?' });
  answers.agent = await live.post('/v1/agents', { name: 'A', knowledge_base_ids: [base] });
  const agent = `/v1/agents/${answers.agent.body.data.id}`;
  answers.chat = await live.post(`${agent}/chat`, { message: 'How long is the pier?', session_id: 's' });
  answers.conversation = await live.get(`${agent}/conversations`);
  answers.userMessage = await live.get(`${agent}/conversations/s/messages?limit=1`);
  const after = answers.userMessage.body.meta.next_cursor;
  answers.agentMessage = await live.get(`${agent}/conversations/s/messages?cursor=${after}`);
  answers.newKey = await live.post('/v1/api-keys', { name: 'A', scope: 'admin' });
  answers.key = await live.get(`/v1/api-keys/${answers.newKey.body.data.id}`);
  answers.knowledgeBase = await live.get(`/v1/knowledge-bases/${base}`);
  answers.workspace = await live.get('/v1/workspace');
  for (const list of [
    '/v1/agents',
    '/v1/knowledge-bases',
    sources,
    '/v1/api-keys',
    `${agent}/conversations`,
    `${agent}/conversations/s/messages`,
  ])
    lists.push(await live.get(`${list}?limit=1`));
});
afterAll(() => test.stop());

const keysOf = (value: object): string => Object.keys(value).toSorted().join(' ');

describe('every successful answer', () => {
  it.each(Object.entries(SHAPES))('%s has the fields %s and no other', (path, fields) => {
    const [name, part] = path.split('.') as [keyof typeof SHAPES, string?];
    const data = [answers[name]?.body.data].flat()[0];
    const value = part === undefined ? data : [data[part]].flat()[0];
    expect(keysOf(value)).toBe(fields.split(' ').toSorted().join(' '));
  });

  it('every success has data and meta, with the time and the request id of the header', () => {
    for (const { body, headers } of [...Object.values(answers), ...lists]) {
      expect(keysOf(body)).toBe('data meta');
      const { next_cursor, ...meta } = body.meta;
      expect(keysOf(meta)).toBe('request_id timestamp');
      expect(meta.request_id).toMatch(/^req_[0-9a-z]{25}$/);
      expect(headers.get('x-request-id')).toBe(meta.request_id);
      expect(meta.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(meta.timestamp) - Date.now())).toBeLessThan(60_000);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('every time is in ISO 8601 and UTC', () => {
    const times = JSON.stringify(Object.values(answers)).match(/"\w+_at":"[^"]+"/g) ?? [];
    expect(times.length).toBeGreaterThan(20);
    for (const time of times) expect(time).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/);
  });

  it('next_cursor is there while more follows, and not on the last page', () => {
    for (const { body } of lists) expect(body.data.length).toBe(1);
    const [agents, bases, ...longer] = lists.map(({ body }) => body.meta);
    for (const meta of [agents, bases]) expect(meta).not.toHaveProperty('next_cursor');
    const [sources, keys, conversations, messages] = longer;
    expect(conversations).not.toHaveProperty('next_cursor');
    for (const meta of [sources, keys, messages]) expect(meta.next_cursor).toMatch(/^cur_[\w-]+$/);
  });
});

describe('X-Request-Id', () => {
  it.each<[number, string, string, unknown?]>([
    [200, 'GET', '/v1/agents'],
    [201, 'POST', '/v1/knowledge-bases', { name: 'A' }],
    [204, 'DELETE', '/v1/knowledge-bases/:new'],
    [400, 'POST', '/v1/knowledge-bases', '{'],
    [404, 'GET', '/v1/nothing'],
    [404, 'GET', '/nothing'],
    [404, 'GET', '/v1/agents/agt_1'],
    [405, 'PUT', '/v1/agents'],
    [413, 'POST', '/v1/agents', `"${'a'.repeat(2_000_000)}"`],
    [415, 'POST', '/v1/agents', new Uint8Array(1)],
    [422, 'GET', '/v1/agents?limit=0'],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/readyz'],
    [200, 'GET', '/openapi.json'],
  ])('is on a %i to %s %s', async (status, method, path, body) => {
    const id = path.endsWith(':new')
      ? (await live.post('/v1/knowledge-bases', { name: 'B' })).body.data.id
      : '';
    const answer = await live.call(
      method,
      path.replace(':new', id),
      body,
      status === 415 ? { 'content-type': 'image/png' } : {},
    );
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{25}$/);
    if (status === 204) expect(answer.body).toBeUndefined();
  });

  it("X-Request-Id is the service's own, and the client's is logged beside it", async () => {
    for (const [theirs, isLogged] of [
      ['trace-1234', true],
      ['bad id; drop', false],
    ] as const) {
      const { headers, body } = await live.call('GET', '/v1/agents', undefined, { 'x-request-id': theirs });
      expect(headers.get('x-request-id')).toBe(body.meta.request_id);
      expect(body.meta.request_id).not.toBe(theirs);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const line = test.logs.find((entry) => entry.includes(body.meta.request_id));
      expect(line?.includes(theirs)).toBe(isLogged);
    }
  });
});

describe('201', () => {
  it('every 201 has a Location that answers', async () => {
    for (const created of [answers.agent, answers.newSource, answers.document, answers.newKey]) {
      const location = created?.headers.get('location') ?? '';
      expect((await live.get(location)).body.data.id).toBe(created?.body.data.id);
    }
  });
});
