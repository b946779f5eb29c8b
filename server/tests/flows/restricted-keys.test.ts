import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { fillPath, type Ids, operationsOf } from '../helpers/operations.ts';
import { openEvents } from '../helpers/read-events.ts';
import {
  type Answer,
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

/** Stands in everything that the key must not see. */
const SECRET = 'kestrel';
const QUESTION = 'Which bird is the code name of the tower?';

let test: TestService;
let admin: Client;
let key: Client & { keyId: string };
/** In the knowledge base of the key, and outside it; `both`: an agent that has both. */
let mine: Ids;
let hidden: Ids;
let both: string;

beforeAll(async () => {
  test = await startTestService();
  admin = test.live;
  await admin.patch('/v1/workspace', { members_may_publish: true });
  const own = await addBase('Own', 'otter');
  const other = await addBase('Other', SECRET);
  key = await clientWithScope(admin, 'read_write', { knowledge_base_ids: [own] });
  mine = await furnish(own, 'otter');
  hidden = await furnish(other, SECRET);
  both = (await admin.post('/v1/agents', { name: `Both ${SECRET}`, knowledge_base_ids: [own, other] })).body
    .data.id;
  await admin.post(`/v1/agents/${both}/chat`, { message: QUESTION, session_id: 's' });
  await admin.addText('In the default one', `The code name of the bridge is ${SECRET}.`);
  await admin.post('/v1/evaluations', { name: SECRET, questions: [{ query: 'A?', unanswerable: true }] });
});
afterAll(() => test.stop());

const addBase = async (name: string, word: string): Promise<string> =>
  (await admin.post('/v1/knowledge-bases', { name: `${name} ${word}` })).body.data.id;

/** One thing of each kind in a knowledge base, which says `word` everywhere. */
async function furnish(base: string, word: string): Promise<Ids> {
  const text = `The code name of the tower is ${word}.`;
  const source = (await admin.addText(`About ${word}`, text, { knowledge_base_id: base, tags: [word] })).id;
  const { id: agent } = (
    await admin.post('/v1/agents', {
      name: word,
      knowledge_base_ids: [base],
      system_prompt: word,
      handover: 'on_request',
    })
  ).body.data;
  const pinned = { knowledge_base_id: base, question: `Who is ${word}?`, answer: word, source_ids: [source] };
  const answer = (await admin.post('/v1/answers', pinned)).body.data.id;
  const chat = { message: `${QUESTION} ${word}?`, session_id: 's' };
  const { message_id: message } = (await admin.post(`/v1/agents/${agent}/chat`, chat)).body.data;
  const url = `http://127.0.0.1:1/${word}`;
  const crawl = (await admin.post('/v1/knowledge-base/sources/crawl', { url, knowledge_base_id: base })).body
    .data.id;
  const questions = [{ query: `${word}?`, relevant: [{ source_id: source }] }];
  const evaluation = (
    await admin.post('/v1/evaluations', { name: word, knowledge_base_ids: [base], questions })
  ).body.data.id;
  await admin.get(`/v1/evaluations/${evaluation}?wait=30`);
  const allowed_origins = ['https://example.com'];
  const token = (await admin.post(`/v1/agents/${agent}/tokens`, { name: word, allowed_origins })).body.data
    .id;
  const spare = {
    key: key.keyId,
    connector: 'con_1',
    session: 's',
    tag: word,
    webhook: 'wh_1',
    delivery: 'dlv_1',
    member: 'acc_1',
    invitation: 'inv_1',
    token,
    upload: 'up_1',
    version: '1',
    view: 'view_1',
    archive: 'arc_1',
    question: 'qst_1',
    questionSet: 'qset_1',
  };
  return { agent, answer, base, spareBase: base, source, crawl, evaluation, message, ...spare };
}

type Request = { method: string; path: string; body?: unknown };

/** What names things that the key does not see, in every place where an id may stand. */
const intrusions = (): Request[] => {
  const { base, source, agent } = hidden;
  return [
    ...operationsOf(hidden).map(({ path, ...rest }) => ({ ...rest, path: fillPath(path, hidden) })),
    {
      method: 'PUT',
      path: `/v1/knowledge-base/sources/by-external-id/x?knowledge_base_id=${base}`,
      body: { type: 'text', name: 'A', content: 'B' },
    },
    {
      method: 'PATCH',
      path: `/v1/knowledge-base/sources/${mine.source}`,
      body: { knowledge_base_id: base },
    },
    { method: 'GET', path: `/v1/agents/${both}` },
    { method: 'DELETE', path: `/v1/agents/${both}` },
    { method: 'POST', path: `/v1/agents/${both}/chat`, body: { message: QUESTION, session_id: 's' } },
    { method: 'GET', path: `/v1/agents/${both}/conversations/s/messages` },
    { method: 'PATCH', path: `/v1/agents/${mine.agent}`, body: { knowledge_base_ids: [mine.base, base] } },
    { method: 'POST', path: '/v1/agents', body: { name: 'A', knowledge_base_ids: [base] } },
    { method: 'GET', path: `/v1/answers?knowledge_base_id=${base}` },
    {
      method: 'POST',
      path: '/v1/answers',
      body: { question: 'A?', answer: 'B', knowledge_base_id: base },
    },
    {
      method: 'PATCH',
      path: `/v1/answers/${mine.answer}`,
      body: { source_ids: [source] },
    },
    { method: 'POST', path: '/v1/query', body: { query: QUESTION, knowledge_base_ids: [base] } },
    { method: 'POST', path: '/v1/query', body: { query: QUESTION, source_ids: [source] } },
    { method: 'POST', path: '/v1/query', body: { query: SECRET, tags: [SECRET] } },
    { method: 'GET', path: `/v1/knowledge-base/sources?knowledge_base_ids=${base}` },
    { method: 'GET', path: `/v1/knowledge-base/sources?tags=${SECRET}` },
    { method: 'GET', path: `/v1/knowledge-base/crawls?knowledge_base_ids=${base}` },
    { method: 'GET', path: `/v1/knowledge-base/sources?q=${SECRET}` },
    ...(['delete', 'reindex', 'add_tags'] as const).map((action) => ({
      method: 'POST',
      path: '/v1/knowledge-base/sources/bulk',
      body: { action, source_ids: [source], ...(action === 'add_tags' && { tags: ['owl'] }) },
    })),
    { method: 'DELETE', path: `/v1/agents/${mine.agent}/tokens/${hidden.token}` },
    { method: 'PATCH', path: `/v1/agents/${mine.agent}/tokens/${hidden.token}`, body: { enabled: false } },

    {
      method: 'POST',
      path: '/v1/knowledge-base/sources',
      body: { type: 'text', name: 'A', content: 'B', knowledge_base_id: base },
    },
    {
      method: 'POST',
      path: '/v1/knowledge-base/sources/crawl',
      body: { url: 'http://127.0.0.1:1/', knowledge_base_id: base },
    },
    {
      method: 'POST',
      path: '/v1/evaluations',
      body: { knowledge_base_ids: [base], questions: [{ query: 'A?', unanswerable: true }] },
    },
    {
      method: 'POST',
      path: '/v1/evaluations',
      body: { questions: [{ query: 'A?', relevant: [{ source_id: source }] }] },
    },
    {
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: agent, messages: [{ role: 'user', content: QUESTION }] },
    },
  ];
};

/** What the key may do with its own; what deletes is left out, so that there is something to see. */
const ownWork = (): Request[] => [
  ...operationsOf(mine)
    .filter(({ method, path, isForAdmin }) => method !== 'DELETE' && path !== '/v1/query' && !isForAdmin)
    .map(({ path, ...rest }) => ({ ...rest, path: fillPath(path, mine) })),
  { method: 'POST', path: `/v1/agents/${mine.agent}/chat`, body: { message: QUESTION, session_id: 's' } },
  { method: 'POST', path: '/v1/query', body: { query: QUESTION, limit: 20 } },
  { method: 'POST', path: '/v1/query', body: { query: QUESTION, search_type: 'keyword' } },
  { method: 'GET', path: '/v1/query?query=tower' },
  { method: 'GET', path: '/v1/agents?limit=1' },
  { method: 'GET', path: '/v1/knowledge-base/sources?limit=1' },
  { method: 'GET', path: '/v1/evaluations?limit=1' },
];

/** All that an admin sees of what the key does not. */
async function stateOfHidden(): Promise<unknown> {
  const { base, agent, answer, source, evaluation, crawl } = hidden;
  const paths = [
    `/v1/knowledge-base/sources?limit=100&knowledge_base_ids=${base}&knowledge_base_ids=${await defaultKnowledgeBase(admin)}`,
    `/v1/knowledge-base/sources/${source}/content`,
    `/v1/knowledge-bases/${base}`,
    `/v1/agents/${agent}`,
    `/v1/agents/${both}`,
    `/v1/agents/${agent}/conversations`,
    `/v1/agents/${agent}/tokens`,
    `/v1/agents/${agent}/conversations/s/messages`,
    `/v1/agents/${both}/conversations/s/messages`,
    `/v1/evaluations/${evaluation}`,
    `/v1/answers/${answer}`,
    `/v1/answers/${answer}/versions`,
    `/v1/knowledge-base/crawls/${crawl}`,
  ];
  const answers = await Promise.all(paths.map((path) => admin.get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const bases = (await admin.get('/v1/knowledge-bases?limit=100')).body.data.length;
  return { bases, state: answers.map(({ body }) => body.data) };
}

/** What the answer says, but for what the request said itself. */
const saysSecret = ({ body, headers }: Answer, { path, body: sent }: Request): boolean =>
  JSON.stringify(sent ?? '').includes(SECRET) || path.includes(SECRET)
    ? /About kestrel|is kestrel/.test(JSON.stringify(body ?? ''))
    : JSON.stringify([body ?? '', headers.get('location')]).includes(SECRET);

describe('a key that is restricted to knowledge bases', () => {
  it('a restricted key never shows or changes anything of other knowledge bases', async () => {
    const before = await stateOfHidden();
    const requests = fc.oneof(fc.constantFrom(...intrusions()), fc.constantFrom(...ownWork()));
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 5, maxLength: 12 }), async (sequence) => {
        for (const request of sequence) {
          const answer = await key.call(request.method, request.path, request.body);
          expect(answer.status, JSON.stringify([request, answer.body])).toBeLessThan(500);
          expect(saysSecret(answer, request), JSON.stringify([request, answer.body])).toBe(false);
        }
      }),
      { numRuns: 25 },
    );
    expect(await stateOfHidden()).toEqual(before);
  });

  it('a restricted key gets 404 for hidden ids in paths and 422 in bodies', async () => {
    for (const request of intrusions()) {
      const { status } = await key.call(request.method, request.path, request.body);
      if (request.path.includes(hidden.agent) || request.path.includes(hidden.source))
        expect([request, status]).toEqual([request, 404]);
      if (JSON.stringify(request.body ?? '').includes(hidden.base))
        expect([request, status]).toEqual([request, request.path.includes(hidden.base) ? 404 : 422]);
    }
  });

  it('a restricted key may do everything that its scope allows in its own knowledge bases', async () => {
    // It sees no default knowledge base, and makes none.
    const refused: Record<string, number> = {
      'POST /v1/knowledge-bases': 403,
      // An upload belongs to the key that began it.
      'GET /v1/uploads/up_1': 404,
      // Without a form.
      'POST /v1/knowledge-base/archives': 400,
      'GET /v1/knowledge-base/archives/arc_1': 404,
      'GET /v1/knowledge-base/archives/arc_1/entries': 404,
      'GET /v1/conversations': 403,
      'GET /v1/conversations/counts': 403,
      'GET /v1/conversations/assignees': 403,
      'GET /v1/conversations/export': 403,
      'POST /v1/conversations/bulk': 403,
      'GET /v1/agents/activity': 403,
      'POST /v1/views': 403,
      'GET /v1/views': 403,
      'GET /v1/views/view_1': 403,
      'PATCH /v1/views/view_1': 403,
      'DELETE /v1/views/view_1': 403,
      'POST /v1/question-sets': 403,
      'GET /v1/question-sets': 403,
      'GET /v1/question-sets/qset_1': 403,
      'PATCH /v1/question-sets/qset_1': 403,
      'DELETE /v1/question-sets/qset_1': 403,
      'POST /v1/question-sets/qset_1/questions': 403,
      'POST /v1/question-sets/qset_1/import': 403,
      'PATCH /v1/question-sets/qset_1/questions/qst_1': 403,
      'DELETE /v1/question-sets/qset_1/questions/qst_1': 403,
      'GET /v1/overview': 403,
      'GET /v1/overview/attention': 403,
      'GET /v1/gaps': 403,
      'POST /v1/gaps/suggest': 403,
      'POST /v1/gaps/dismiss': 403,
      'POST /v1/knowledge-base/sources': 422,
      'PUT /v1/knowledge-base/sources/by-external-id/external_id': 422,
      'POST /v1/knowledge-base/sources/crawl': 422,
    };
    // An earlier test may have opened a hand-over.
    const handover = `/v1/agents/${mine.agent}/conversations/s/handover`;
    await admin.patch(handover, { status: 'resolved', take_over: true });
    for (const request of ownWork()) {
      const { status, body } = await key.call(request.method, request.path, request.body);
      const expected = refused[`${request.method} ${request.path}`];
      if (expected !== undefined) expect([request, status]).toEqual([request, expected]);
      else expect([request, status < 300, body]).toEqual([request, true, body]);
    }
    const added = { type: 'text', name: 'New', content: 'The well is deep.', knowledge_base_id: mine.base };
    expect((await key.post('/v1/knowledge-base/sources', added)).status).toBe(201);
    const path = '/v1/knowledge-base/sources/by-external-id/well';
    expect((await key.call('PUT', path, added)).status).toBe(201);
    expect((await key.get('/v1/knowledge-bases')).body.data).toMatchObject([{ id: mine.base }]);
    const reply = await key.post(`/v1/agents/${mine.agent}/chat`, { message: QUESTION });
    expect(reply.body.data.reply).toContain('otter');
  });

  it("a source without a knowledge base gets 422 if the key can't see the default one", async () => {
    const answer = await key.post('/v1/knowledge-base/sources', { type: 'text', name: 'A', content: 'B' });
    expectError(answer, 422, 'knowledge_base_id');
    expect(answer.body.error.message).toContain(mine.base);
    const all = await clientWithScope(admin, 'read_write', {
      knowledge_base_ids: [mine.base, await defaultKnowledgeBase(admin)],
    });
    const { status, body } = await all.post('/v1/knowledge-base/sources', {
      type: 'text',
      name: 'A',
      content: 'B',
    });
    expect(status).toBe(201);
    await admin.delete(`/v1/knowledge-base/sources/${body.data.id}`);
  });

  it('a restricted key gets 403 for creating and deleting knowledge bases', async () => {
    expectError(await key.post('/v1/knowledge-bases', { name: 'A' }), 403);
    expectError(await key.post('/v1/knowledge-bases', {}), 403);
    expectError(await key.delete(`/v1/knowledge-bases/${mine.base}`), 403);
  });

  it('a restricted key counts and bulk-changes only its own sources', async () => {
    const { data } = (await key.get('/v1/knowledge-base/sources/counts')).body;
    expect(Object.keys(data.by_knowledge_base)).toEqual([mine.base]);
    expect(data.total).toBe(data.by_knowledge_base[mine.base]);
    expect(data.tags.map(({ tag }: { tag: string }) => tag)).not.toContain(SECRET);
    const body = { action: 'add_tags', source_ids: [hidden.source, mine.source], tags: ['owl'] };
    const changed = await key.post('/v1/knowledge-base/sources/bulk', body);
    expect(changed.body.data).toEqual({ changed: 1, missing: [hidden.source] });
  });

  it("a restricted key's change stream has only its own sources, also deleted ones", async () => {
    const stream = await openEvents(key, '/v1/knowledge-base/changes');
    expect((await stream.next())?.event).toBe('ready');
    const add = (knowledge_base_id: string) =>
      admin.addText('Fresh', `The well of ${knowledge_base_id} is deep.`, { knowledge_base_id });
    const [theirs, ours] = [(await add(hidden.base)).id, (await add(mine.base)).id];
    for (const id of [theirs, ours]) await admin.delete(`/v1/knowledge-base/sources/${id}`);
    const heard = [];
    for (let event = await stream.next(); event; event = await stream.next()) {
      heard.push(event.data.id);
      if (event.event === 'source_deleted') break;
    }
    stream.close();
    expect(new Set(heard)).toEqual(new Set([ours]));
  });

  it('a restricted key evaluates only its own knowledge bases', async () => {
    const questions = [{ query: 'Tower?', unanswerable: true }];
    const { status, body } = await key.post('/v1/evaluations', { questions });
    expect(status).toBe(202);
    expect(body.data.knowledge_base_ids).toEqual([mine.base]);
    const listed = (await key.get('/v1/evaluations?limit=100')).body.data;
    expect(listed.length).toBeGreaterThan(1);
    for (const { knowledge_base_ids } of listed) expect(knowledge_base_ids).toEqual([mine.base]);
  });

  it("a restricted key pages past what it can't see", async () => {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, meta } = (await key.get(`/v1/evaluations?limit=1${cursor}`)).body;
      seen.push(...data.map(({ id }: { id: string }) => id));
      if (!meta.next_cursor) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    const all = (await key.get('/v1/evaluations?limit=100')).body.data;
    expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
    expect(seen).toContain(mine.evaluation);
  });

  it('a restricted key no longer sees an agent that gets another knowledge base', async () => {
    const { id } = (await key.post('/v1/agents', { name: 'A', knowledge_base_ids: [mine.base] })).body.data;
    expect((await key.get(`/v1/agents/${id}`)).status).toBe(200);
    await admin.patch(`/v1/agents/${id}`, { knowledge_base_ids: [mine.base, hidden.base] });
    expectError(await key.get(`/v1/agents/${id}`), 404);
    expectError(await key.patch(`/v1/agents/${id}`, { name: 'B' }), 404);
  });

  it('a restricted key sees nothing once its knowledge bases are deleted', async () => {
    const base = await addBase('Short', 'wren');
    const short = await clientWithScope(admin, 'read_write', { knowledge_base_ids: [base] });
    await admin.addText('A', 'The pond is round.', { knowledge_base_id: base });
    expect((await short.post('/v1/query', { query: 'pond' })).body.data.total).toBe(1);
    expect((await admin.delete(`/v1/knowledge-bases/${base}`)).status).toBe(204);
    for (const list of ['knowledge-bases', 'agents', 'knowledge-base/sources', 'evaluations'])
      expect((await short.get(`/v1/${list}`)).body.data).toEqual([]);
    expect((await short.post('/v1/query', { query: 'tower' })).body.data.total).toBe(0);
    expect((await admin.get(`/v1/api-keys/${short.keyId}`)).body.data.knowledge_base_ids).toEqual([base]);
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['an unknown knowledge base', () => ({ knowledge_base_ids: ['kb_0000000000000000000000000'] })],
    ['none', () => ({ knowledge_base_ids: [] })],
    ['scope admin', () => ({ scope: 'admin', knowledge_base_ids: [mine.base] })],
    ['a word', () => ({ knowledge_base_ids: mine.base })],
  ])('422 to make one with %s', async (_, wrong) => {
    const body = { name: 'A', scope: 'read_only', ...wrong() };
    expectError(await admin.post('/v1/api-keys', body), 422, 'knowledge_base_ids');
  });
});
