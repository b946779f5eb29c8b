import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
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

const create = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base], ...fields })).body.data.id;
const agent = async (id: string) => (await live.get(`/v1/agents/${id}`)).body.data;
const versions = async (id: string) => (await live.get(`/v1/agents/${id}/versions`)).body.data;
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  live.call('PUT', `/v1/agents/${id}/draft`, body, headers);
const eventsOf = async (id: string) =>
  (await live.get('/v1/events?limit=100')).body.data
    .filter(({ data }: { data: { id?: string; agent_id?: string } }) => (data.id ?? data.agent_id) === id)
    .map(({ type }: { type: string }) => type);

describe('versions of an agent', () => {
  it('a new agent has version 1, and each change through the API is live at once as the next', async () => {
    const id = await create({ system_prompt: 'Be brief.' });
    await live.patch(`/v1/agents/${id}`, { system_prompt: 'Be kind.', temperature: 0.2 });
    expect(await agent(id)).toMatchObject({ version: 2, system_prompt: 'Be kind.', draft_saved_at: null });
    expect(await versions(id)).toMatchObject([
      { number: 2, changed: ['system_prompt', 'temperature'], author: { type: 'api_key' }, note: null },
      { number: 1, changed: [], restored_from: null },
    ]);
    const first = (await live.get(`/v1/agents/${id}/versions/1`)).body.data;
    expect(first.configuration).toEqual({
      name: 'Guide',
      knowledge_base_ids: [base],
      system_prompt: 'Be brief.',
      welcome_message: null,
      fallback_message: null,
      response_length: 'medium',
      min_confidence: null,
      temperature: null,
      handover: 'never',
    });
  });

  it('what is no configuration makes no version: the status, the budget, and values that are live', async () => {
    const id = await create();
    await live.patch(`/v1/agents/${id}`, { status: 'inactive', token_budget: { per_day: 5 } });
    await live.patch(`/v1/agents/${id}`, { name: 'Guide' });
    expect(await versions(id)).toHaveLength(1);
  });

  it('a draft is not live before it is published, and then is gone as a draft', async () => {
    const id = await create({ welcome_message: 'Hello!' });
    expectError(await live.get(`/v1/agents/${id}/draft`), 404);
    const saved = await put(id, { welcome_message: 'Ahoy!', name: 'Guide' });
    expect(saved.body.data).toMatchObject({
      changed: ['welcome_message'],
      based_on: 1,
      configuration: { welcome_message: 'Ahoy!', name: 'Guide' },
    });
    expect(await agent(id)).toMatchObject({
      welcome_message: 'Hello!',
      draft_saved_at: saved.body.data.saved_at,
    });
    const published = await live.post(`/v1/agents/${id}/publish`, { note: ' Summer ' });
    expect(published.body.data).toMatchObject({ version: 2, welcome_message: 'Ahoy!', draft_saved_at: null });
    expect((await versions(id))[0]).toMatchObject({
      number: 2,
      note: 'Summer',
      changed: ['welcome_message'],
    });
    expectError(await live.get(`/v1/agents/${id}/draft`), 404);
    expectError(await live.post(`/v1/agents/${id}/publish`, {}), 409);
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['agent.updated', 'agent.published']));
    const log = (await live.get('/v1/audit-log?action=agent.published')).body.data;
    expect(log[0]).toMatchObject({ subject_id: id, details: { version: 2 } });
  });

  it('a draft keeps what it changes when something else goes live meanwhile', async () => {
    const id = await create();
    await put(id, { temperature: 0.7 });
    await live.patch(`/v1/agents/${id}`, { welcome_message: 'Hello!' });
    await live.post(`/v1/agents/${id}/publish`, {});
    expect(await agent(id)).toMatchObject({ temperature: 0.7, welcome_message: 'Hello!', version: 3 });
  });

  it('publishes sent changes in place of the draft', async () => {
    const id = await create();
    await put(id, { temperature: 0.7 });
    await live.post(`/v1/agents/${id}/publish`, { changes: { response_length: 'short' } });
    expect(await agent(id)).toMatchObject({ temperature: null, response_length: 'short', version: 2 });
  });

  it('rolls back by publishing an old version as a new one', async () => {
    const id = await create({ system_prompt: 'Be brief.' });
    await live.patch(`/v1/agents/${id}`, { system_prompt: 'Be kind.' });
    expectError(await live.post(`/v1/agents/${id}/versions/2/restore`, {}), 409);
    expectError(await live.post(`/v1/agents/${id}/versions/9/restore`, {}), 404);
    const restored = await live.post(`/v1/agents/${id}/versions/1/restore`, { note: 'Too kind.' });
    expect(restored.body.data).toMatchObject({ version: 3, system_prompt: 'Be brief.' });
    expect((await versions(id))[0]).toMatchObject({ number: 3, restored_from: 1, note: 'Too kind.' });
    const log = (await live.get('/v1/audit-log?action=agent.rolled_back')).body.data;
    expect(log[0]).toMatchObject({ subject_id: id, details: { version: 3, restored_from: 1 } });
  });

  it('leaves out knowledge bases that were deleted since, and refuses a version that has no other', async () => {
    const gone = (await live.post('/v1/knowledge-bases', { name: 'Gone' })).body.data.id;
    const id = await create({ knowledge_base_ids: [gone] });
    await live.patch(`/v1/agents/${id}`, { knowledge_base_ids: [gone, base] });
    await live.patch(`/v1/agents/${id}`, { knowledge_base_ids: [base], name: 'Host' });
    await live.delete(`/v1/knowledge-bases/${gone}`);
    expectError(await live.post(`/v1/agents/${id}/versions/1/restore`, {}), 409);
    const restored = await live.post(`/v1/agents/${id}/versions/2/restore`, {});
    expect(restored.body.data).toMatchObject({ knowledge_base_ids: [base], name: 'Guide' });
  });

  it('412 when someone has saved a draft or published since', async () => {
    const id = await create();
    const { updated_at } = await agent(id);
    const tag = { 'if-match': `"${updated_at}"` };
    expect((await put(id, { name: 'Mine' }, tag)).status).toBe(200);
    expectError(await put(id, { name: 'Theirs' }, tag), 412);
    expectError(await live.call('POST', `/v1/agents/${id}/publish`, {}, tag), 412);
  });

  it('keeps the newest 100', async () => {
    const id = await create();
    for (let index = 0; index < 103; index++)
      await live.patch(`/v1/agents/${id}`, { welcome_message: `Hello ${index}` });
    const all = (await live.get(`/v1/agents/${id}/versions?limit=100`)).body.data;
    expect([all.length, all[0].number, all.at(-1).number]).toEqual([100, 104, 5]);
  });

  it('shows a restricted key no version that used another knowledge base', async () => {
    const other = (await live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    const id = await create({ knowledge_base_ids: [base, other] });
    await live.patch(`/v1/agents/${id}`, { knowledge_base_ids: [base] });
    const key = { name: 'K', scope: 'read_write', knowledge_base_ids: [base] };
    const restricted = createClient(live.baseUrl, (await live.post('/v1/api-keys', key)).body.data.key);
    expect((await restricted.get(`/v1/agents/${id}/versions`)).body.data).toMatchObject([{ number: 2 }]);
    expectError(await restricted.get(`/v1/agents/${id}/versions/1`), 404);
    expectError(await restricted.post(`/v1/agents/${id}/versions/1/restore`, {}), 404);
  });
});

describe('POST /v1/agents/:id/chat with draft: true', () => {
  it('answers by the draft, as a test that counts nowhere', async () => {
    const id = await create({ welcome_message: 'Hello!' });
    await put(id, { welcome_message: 'Ahoy!' });
    const counted = async () => (await live.get('/v1/usage')).body.data;
    const before = await counted();
    const { body } = await live.post(`/v1/agents/${id}/chat`, { message: 'Who are you?', draft: true });
    expect(body.data).toMatchObject({ draft: true, welcome_message: 'Ahoy!' });
    const [conversation] = (await live.get(`/v1/conversations?session_id=${body.data.session_id}`)).body.data;
    expect(conversation.channel).toBe('dashboard');
    expect((await counted()).messages).toEqual(before.messages);
    const plain = await live.post(`/v1/agents/${id}/chat`, { message: 'Who are you?' });
    expect(plain.body.data).toMatchObject({ welcome_message: 'Hello!' });
    expect(plain.body.data.draft).toBeUndefined();
  });

  it('403 for keys without scope admin', async () => {
    const id = await create();
    const key = (await live.post('/v1/api-keys', { name: 'K', scope: 'read_write' })).body.data.key;
    const answer = await createClient(live.baseUrl, key).post(`/v1/agents/${id}/chat`, {
      message: 'Hello',
      draft: true,
    });
    expectError(answer, 403);
  });
});
