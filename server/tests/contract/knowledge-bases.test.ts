import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

const path = '/v1/knowledge-bases';
const create = async (fields: Record<string, unknown> = {}) =>
  (await live.post(path, { name: 'Manuals', ...fields })).body.data;
const createAgent = async (knowledge_base_ids: string[]) =>
  (await live.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;

describe('POST /v1/knowledge-bases', () => {
  it('creating a knowledge base answers 201 with its Location', async () => {
    const { status, body, headers } = await live.post(path, { name: 'Manuals', description: 'For machines' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${path}/${body.data.id}`);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^kb_[0-9a-z]+$/),
      embedding_model: 'static-en-multi-256',
      embedding_switch: null,
      understanding: null,
      name: 'Manuals',
      description: 'For machines',
      is_default: false,
      source_count: 0,
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
  });

  it('a knowledge base without a name gets 400', async () => {
    expectError(await live.post(path, {}), 400, 'name');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['name', { name: '' }],
      ['name', { name: 'a'.repeat(201) }],
      ['description', { description: 'a'.repeat(2_001) }],
      ['description', { description: null }],
      ['is_default', { is_default: true }],
      ['embedding_model', { embedding_model: 'word2vec' }],
      ['embedding_model', { embedding_model: '' }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await live.post(path, { name: 'A', ...wrong }), 422, field);
  });
});

describe('GET /v1/knowledge-bases', () => {
  it('knowledge bases are listed with exactly one default and their source counts', async () => {
    const { id } = await create();
    await live.addText('A', 'Some text.', { knowledge_base_id: id });
    await live.addText('B', 'Some text.', { knowledge_base_id: id });
    const all = (await live.get(`${path}?limit=100`)).body.data;
    expect(
      all.filter((base: { is_default: boolean }) => base.is_default).map((base: { id: string }) => base.id),
    ).toEqual([await defaultKnowledgeBase(live)]);
    expect(all.find((base: { id: string }) => base.id === id).source_count).toBe(2);
    expect((await live.get(`${path}/${id}`)).body.data.source_count).toBe(2);
  });

  it.each(['kb_0000000000000000000000000', 'src_1', 'default'])('404 for %s', async (id) => {
    expectError(await live.get(`${path}/${id}`), 404);
  });
});

describe('PATCH /v1/knowledge-bases/:id', () => {
  it('PATCH changes only what is sent, also of the default knowledge base', async () => {
    const before = await create({ description: 'Old' });
    expect((await live.patch(`${path}/${before.id}`, { name: 'New' })).body.data).toEqual({
      ...before,
      name: 'New',
      updated_at: expect.any(String),
    });
    expect((await live.patch(`${path}/${before.id}`, { description: '' })).body.data).toMatchObject({
      name: 'New',
      description: '',
    });
    const id = await defaultKnowledgeBase(live);
    expect((await live.patch(`${path}/${id}`, { name: 'Everything' })).body.data).toMatchObject({
      id,
      name: 'Everything',
      is_default: true,
    });
  });

  it("embedding_model takes a configured model by name, and null for the installation's", async () => {
    const { id } = await create({ embedding_model: 'static-en-multi-256' });
    for (const embedding_model of [null, 'static-en-multi-256']) {
      const { status, body } = await live.patch(`${path}/${id}`, { embedding_model });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ embedding_model: 'static-en-multi-256', embedding_switch: null });
    }
    const { body } = await live.patch(`${path}/${id}`, { embedding_model: 'word2vec' });
    expect(body.error.message).toContain('static-en-multi-256');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['name', { name: ' ' }],
      ['name', { name: null }],
      ['source_count', { source_count: 3 }],
      ['embedding_model', { embedding_model: 'word2vec' }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await live.patch(`${path}/${(await create()).id}`, wrong), 422, field);
  });
});

describe('DELETE /v1/knowledge-bases/:id', () => {
  it('deleting a knowledge base answers 204 and its sources are no longer found', async () => {
    const { id } = await create();
    const source = await live.addText('Oboe', 'The oboe is made of grenadilla wood.', {
      knowledge_base_id: id,
    });
    const agent = await createAgent([id, await defaultKnowledgeBase(live)]);
    expect((await live.delete(`${path}/${id}`)).status).toBe(204);
    expectError(await live.get(`${path}/${id}`), 404);
    expectError(await live.delete(`${path}/${id}`), 404);
    expectError(await live.get(`/v1/knowledge-base/sources/${source.id}`), 404);
    expectError(
      await live.post('/v1/query', { query: 'oboe', knowledge_base_ids: [id] }),
      422,
      'knowledge_base_ids',
    );
    expect(
      (await live.post('/v1/query', { query: 'oboe grenadilla', search_type: 'keyword' })).body.data.results,
    ).toEqual([]);
    expect((await live.get(`/v1/agents/${agent}`)).body.data.knowledge_base_ids).toEqual([
      await defaultKnowledgeBase(live),
    ]);
  });

  it("the default knowledge base, or the only one of an agent, can't be deleted: 422", async () => {
    expectError(await live.delete(`${path}/${await defaultKnowledgeBase(live)}`), 422);
    const { id } = await create();
    const source = await live.addText('A', 'Some text.', { knowledge_base_id: id });
    const agent = await createAgent([id]);
    const refused = await live.delete(`${path}/${id}`);
    expectError(refused, 422);
    expect(refused.body.error.message).toContain(agent);
    expect((await live.get(`/v1/knowledge-base/sources/${source.id}`)).status).toBe(200);
    await live.delete(`/v1/agents/${agent}`);
    expect((await live.delete(`${path}/${id}`)).status).toBe(204);
  });
});

describe('GET /v1/knowledge-bases/activity', () => {
  const activityOf = async (client: Client, id: string) =>
    (await client.get(`${path}/activity`)).body.data.knowledge_bases.find(
      (each: { knowledge_base_id: string }) => each.knowledge_base_id === id,
    );

  it('has the sources, agents and questions of each knowledge base, without test chats', async () => {
    const { id } = await create({ name: 'Harbour' });
    expect(await activityOf(live, id)).toBeUndefined();
    const source = await live.addText('Tides', 'High water is at noon.', { knowledge_base_id: id });
    const failed = await live.addText('Blank', 'Some text.', { knowledge_base_id: id });
    await live.get(`/v1/knowledge-base/sources/${failed.id}?wait=30`);
    const agent = await createAgent([id]);
    await live.post(`/v1/agents/${agent}/chat`, { message: 'When is high water?', session_id: 'a' });
    await live.post(`/v1/agents/${agent}/chat`, {
      message: 'When is high water?',
      session_id: 'b',
      metadata: { channel: 'dashboard' },
    });
    const { updated_at, size_bytes } = (await live.get(`/v1/knowledge-base/sources/${failed.id}`)).body.data;
    expect(await activityOf(live, id)).toEqual({
      knowledge_base_id: id,
      indexed_count: 2,
      processing_count: 0,
      failed_count: 0,
      size_bytes: size_bytes + source.size_bytes,
      changed_at: updated_at,
      agent_count: 1,
      question_count: 1,
    });
  });

  it('shows a restricted key only its knowledge bases, and only the agents it sees', async () => {
    const [seen, hidden] = [(await create({ name: 'Seen' })).id, (await create({ name: 'Hidden' })).id];
    for (const id of [seen, hidden]) await live.addText('Note', 'Some text.', { knowledge_base_id: id });
    await createAgent([seen, hidden]);
    await createAgent([seen]);
    const reader = await clientWithScope(live, 'read_only', { knowledge_base_ids: [seen] });
    expect(await activityOf(reader, seen)).toMatchObject({ indexed_count: 1, agent_count: 1 });
    expect(await activityOf(reader, hidden)).toBeUndefined();
    expect(await activityOf(live, seen)).toMatchObject({ agent_count: 2 });
  });
});
