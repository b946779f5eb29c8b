import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  createClient,
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

const create = async (body: Record<string, unknown>) => (await live.post('/v1/answers', body)).body.data;
const newBase = async (): Promise<string> =>
  (await live.post('/v1/knowledge-bases', { name: 'Spare' })).body.data.id;

describe('a pinned answer', () => {
  it('is created with all its fields, and can be read back', async () => {
    const source = await live.addText('Fees', 'A ticket costs 12 euros.');
    const body = {
      question: 'What does a ticket cost?',
      variants: ['How much is a ticket?', 'How much is a ticket?'],
      answer: 'A ticket costs **12 euros**.',
      source_ids: [source.id],
    };
    const created = await live.post('/v1/answers', body);
    const { id } = created.body.data;
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/v1/answers/${id}`);
    expect(created.body.data).toEqual({
      ...body,
      id: expect.stringMatching(/^ans_[0-9a-z]{25}$/),
      knowledge_base_id: base,
      variants: ['How much is a ticket?'],
      enabled: true,
      hits: 0,
      version: 1,
      updated_by: { type: 'api_key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
      needs_review: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await live.get(`/v1/answers/${id}`)).body.data).toEqual(created.body.data);
  });

  it('has a version for each update, with its author', async () => {
    const { id } = await create({ question: 'Who founded it?', answer: 'Ida.' });
    const updated = await live.patch(`/v1/answers/${id}`, { answer: 'Edmund.', enabled: false });
    expect(updated.body.data).toMatchObject({ version: 2, answer: 'Edmund.', enabled: false });
    const { data } = (await live.get(`/v1/answers/${id}/versions`)).body;
    expect(data).toEqual([
      {
        version: 1,
        question: 'Who founded it?',
        variants: [],
        answer: 'Ida.',
        source_ids: [],
        enabled: true,
        updated_by: updated.body.data.updated_by,
        created_at: updated.body.data.created_at,
      },
    ]);
  });

  it('is gone once deleted, with its versions', async () => {
    const { id } = await create({ question: 'Is it gone?', answer: 'Yes.' });
    expect((await live.delete(`/v1/answers/${id}`)).status).toBe(204);
    for (const path of [`/v1/answers/${id}`, `/v1/answers/${id}/versions`])
      expect((await live.get(path)).status).toBe(404);
    expect((await live.patch(`/v1/answers/${id}`, { answer: 'No.' })).status).toBe(404);
    expect((await live.delete(`/v1/answers/${id}`)).status).toBe(404);
  });

  it('needs a review once its source is replaced or deleted, until it is updated', async () => {
    const [replaced, deleted] = [await live.addText('One', 'One.'), await live.addText('Two', 'Two.')];
    const source_ids = [replaced.id, deleted.id];
    const { id } = await create({ question: 'How many?', answer: 'Two.', source_ids });
    const read = async () => (await live.get(`/v1/answers/${id}`)).body.data;
    await live.patch(`/v1/knowledge-base/sources/${replaced.id}`, { content: 'Three.' });
    expect(await read()).toMatchObject({ needs_review: true, source_ids });
    await live.patch(`/v1/answers/${id}`, {});
    expect(await read()).toMatchObject({ needs_review: false });
    await live.delete(`/v1/knowledge-base/sources/${deleted.id}`);
    expect(await read()).toMatchObject({ needs_review: true, source_ids: [replaced.id] });
  });

  it('goes with its knowledge base', async () => {
    const knowledge_base_id = await newBase();
    const { id } = await create({ knowledge_base_id, question: 'Where?', answer: 'Here.' });
    await live.delete(`/v1/knowledge-bases/${knowledge_base_id}`);
    expect((await live.get(`/v1/answers/${id}`)).status).toBe(404);
  });

  it('is refused with 409 if the knowledge base has the question, in any case and punctuation', async () => {
    const { id } = await create({ question: 'May I bring my dog?', answer: 'Yes.' });
    const again = await live.post('/v1/answers', { question: '  may I bring MY dog ', answer: 'No.' });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(again.body.error.message).toContain(id);
    const other = await create({ question: 'May I bring my cat?', answer: 'No.' });
    const renamed = await live.patch(`/v1/answers/${other.id}`, { question: 'May I bring my dog?' });
    expect(renamed.status).toBe(409);
    const elsewhere = { knowledge_base_id: await newBase(), question: 'May I bring my dog?', answer: 'No.' };
    expect((await live.post('/v1/answers', elsewhere)).status).toBe(201);
  });

  it.each([
    [400, 'question', { answer: 'Yes.' }],
    [400, 'answer', { question: 'Is it?' }],
    [422, 'question', { question: '?!', answer: 'Yes.' }],
    [422, 'answer', { question: 'Is it?', answer: ' ' }],
    [422, 'variants', { question: 'Is it?', answer: 'Yes.', variants: Array(21).fill('Was it?') }],
    [422, 'source_ids', { question: 'Is it?', answer: 'Yes.', source_ids: Array(11).fill('src_1') }],
    [422, 'source_ids[0]', { question: 'Is it?', answer: 'Yes.', source_ids: ['src_none'] }],
    [422, 'knowledge_base_id', { question: 'Is it?', answer: 'Yes.', knowledge_base_id: 'kb_none' }],
    [422, 'hits', { question: 'Is it?', answer: 'Yes.', hits: 3 }],
  ])('is refused with %s for a wrong %s', async (status, field, body) => {
    const refused = await live.post('/v1/answers', body);
    expect(refused.status).toBe(status);
    expect(refused.body.error.details[0].field).toBe(field);
  });
});

describe('the list of pinned answers', () => {
  it('has the newest first, page by page, of one knowledge base if asked', async () => {
    const knowledge_base_id = await newBase();
    const ids: string[] = [];
    for (const question of ['First?', 'Second?', 'Third?'])
      ids.unshift((await create({ knowledge_base_id, question, answer: 'Yes.' })).id);
    const query = `/v1/answers?knowledge_base_id=${knowledge_base_id}&limit=2`;
    const first = (await live.get(query)).body;
    const second = (await live.get(`${query}&cursor=${first.meta.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.meta.next_cursor).toBeUndefined();
  });
});

describe('a search in pinned answers', () => {
  it('finds all words in the question, its variants or the answer, whatever the case and accents', async () => {
    const knowledge_base_id = await newBase();
    const add = (question: string, more = {}) =>
      create({ question, answer: 'By tram.', knowledge_base_id, ...more });
    await add('Where is the Café?', { variants: ['Wo ist das Kaffeehaus?'] });
    await add('How do I get there?', { answer: 'Par le **métro**.', enabled: false });
    const found = async (query: string) =>
      (await live.get(`/v1/answers?knowledge_base_id=${knowledge_base_id}&${query}`)).body.data.map(
        ({ question }: { question: string }) => question,
      );
    expect(await found('q=cafe')).toEqual(['Where is the Café?']);
    expect(await found('q=KAFFEE%20where')).toEqual(['Where is the Café?']);
    expect(await found('q=metro')).toEqual(['How do I get there?']);
    expect(await found('q=metro%20cafe')).toEqual([]);
    expect(await found('state=disabled')).toEqual(['How do I get there?']);
    expect(await found('state=enabled')).toEqual(['Where is the Café?']);
    expect(await found('state=needs_review')).toEqual([]);
    const first = await live.get(`/v1/answers?knowledge_base_id=${knowledge_base_id}&q=e&limit=1`);
    expect(first.body.data).toHaveLength(1);
    const cursor = first.body.meta.next_cursor;
    expect(await found(`q=e&limit=1&cursor=${cursor}`)).toEqual(['Where is the Café?']);
    expect((await live.get('/v1/answers?state=old')).status).toBe(422);
  });
});

describe('pinned answers and who may see them', () => {
  it('belong to one environment', async () => {
    const { id } = await create({ question: 'Live only?', answer: 'Yes.' });
    for (const path of [`/v1/answers/${id}`, `/v1/answers/${id}/versions`])
      expect((await test.sandbox.get(path)).status).toBe(404);
    expect((await test.sandbox.get('/v1/answers')).body.data).toEqual([]);
    const foreign = await live.addText('Mine', 'Mine.');
    const body = { question: 'Whose?', answer: 'Mine.', source_ids: [foreign.id] };
    expect((await test.sandbox.post('/v1/answers', body)).status).toBe(422);
  });

  it('are those of its knowledge bases for a restricted key', async () => {
    const knowledge_base_id = await newBase();
    const mine = await create({ knowledge_base_id, question: 'Mine?', answer: 'Yes.' });
    const hidden = await create({ question: 'Hidden?', answer: 'Yes.' });
    const restricted = { name: 'Narrow', scope: 'read_write', knowledge_base_ids: [knowledge_base_id] };
    const { key } = (await live.post('/v1/api-keys', restricted)).body.data;
    const narrow = createClient(live.baseUrl, key);
    const { data } = (await narrow.get('/v1/answers')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await narrow.get(`/v1/answers/${hidden.id}`)).status).toBe(404);
    expect((await narrow.patch(`/v1/answers/${hidden.id}`, { answer: 'No.' })).status).toBe(404);
    expect((await narrow.delete(`/v1/answers/${hidden.id}`)).status).toBe(404);
    const elsewhere = { knowledge_base_id: base, question: 'Elsewhere?', answer: 'Yes.' };
    expect((await narrow.post('/v1/answers', elsewhere)).status).toBe(422);
    expect((await narrow.patch(`/v1/answers/${mine.id}`, { answer: 'Still.' })).status).toBe(200);
  });

  it('are not changed by a read-only key', async () => {
    const { id } = await create({ question: 'Read only?', answer: 'Yes.' });
    const { key } = (await live.post('/v1/api-keys', { name: 'Reader', scope: 'read_only' })).body.data;
    const reader = createClient(live.baseUrl, key);
    expect((await reader.get(`/v1/answers/${id}`)).status).toBe(200);
    expect((await reader.post('/v1/answers', { question: 'New?', answer: 'No.' })).status).toBe(403);
    expect((await reader.delete(`/v1/answers/${id}`)).status).toBe(403);
  });
});
