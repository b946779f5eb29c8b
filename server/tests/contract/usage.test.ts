import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreBesideServer } from '../../src/storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, storageBeside } from '../helpers/test-storage.ts';

const day = 86_400_000;
const NOW = Date.UTC(2027, 3, 15, 12);
const NOTHING = { requests: 0, queries: 0, messages: 0, input_tokens: 0, output_tokens: 0, sources: 0 };

let test: TestService;
let live: Client;
let ahead = 0;
beforeAll(async () => {
  test = await startTestService({ WATCH_SECONDS: '1' }, { now: () => NOW + ahead });
  live = test.live;
});
afterAll(() => test.stop());

const usage = async (query = '') => (await live.get(`/v1/usage${query}`)).body.data;

describe('GET /v1/usage', () => {
  it('usage counts requests, queries, messages and sources by key and day, empty days included', async () => {
    ahead = 0;
    const reader = await clientWithScope(live, 'read_only');
    const writer = await clientWithScope(live, 'read_write');
    const base = await defaultKnowledgeBase(live);
    await writer.addText('Tides', 'The tide rises twice a day.');
    const agent = (await writer.post('/v1/agents', { name: 'A', knowledge_base_ids: [base] })).body.data.id;
    for (let count = 0; count < 3; count++) await reader.get('/v1/query?query=tide');
    ahead = day;
    await writer.post(`/v1/agents/${agent}/chat`, { message: 'When does the tide rise?' });
    await writer.post('/v1/chat/completions', {
      model: agent,
      messages: [{ role: 'user', content: 'Tide?' }],
    });
    await writer.post(`/v1/agents/${agent}/chat`, { message: '' });

    const byKey = await usage('?group_by=key&group_by=day');
    expect(byKey).toMatchObject({ from: '2027-03-18', to: '2027-04-16', group_by: ['day', 'key'] });
    const groupOf = (id: string, on: string) =>
      byKey.groups.find(
        (group: { key: { id: string }; day: string }) => group.key.id === id && group.day === on,
      );
    expect(groupOf(reader.keyId, '2027-04-15')).toEqual({
      ...NOTHING,
      day: '2027-04-15',
      key: { id: reader.keyId, name: 'A read_only key' },
      requests: 3,
      queries: 3,
    });
    expect(groupOf(writer.keyId, '2027-04-15')).toMatchObject({ requests: 3, sources: 1, messages: 0 });
    expect(groupOf(writer.keyId, '2027-04-16')).toMatchObject({ requests: 3, messages: 2, queries: 0 });

    const byDay = await usage();
    expect(byDay.groups).toHaveLength(30);
    expect(byDay.groups[0]).toEqual({ ...NOTHING, day: '2027-03-18' });
    expect(byDay.groups.at(-1)).toMatchObject({ day: '2027-04-16', messages: 2, storage_bytes: 27 });
    expect(byDay.totals).toMatchObject({ queries: 3, messages: 2, sources: 1, storage_bytes: 27 });
    expect((await usage('?from=2027-04-15&to=2027-04-15')).totals).toMatchObject({ queries: 3, messages: 0 });
    const keys = (await usage('?group_by=key')).groups;
    expect(keys.find((group: { key: { id: string } }) => group.key.id === writer.keyId)).toMatchObject({
      requests: 6,
      messages: 2,
      sources: 1,
    });
    ahead = 0;
  });

  it('usage shows what was stored each day', async () => {
    // Later than the next look, whenever the last one was.
    ahead = 2 * 3_600_000;
    const before = (await usage()).totals;
    const stored = async () => {
      const beside = await openStoreBesideServer({ ...storageBeside(test.dataDir), environment: 'live' });
      const [id] = await beside.workspaceIds();
      if (!id) throw new Error('There is no workspace.');
      const rows = await beside.workspace(id).usageCounts.list({ from: '2027-04-15', to: '2027-04-15' });
      await beside.close();
      return rows;
    };
    await expect
      .poll(stored)
      .toContainEqual({ day: '2027-04-15', actor_id: '', metric: 'storage_bytes', amount: 27 });
    expect(before.requests).toBeGreaterThan(5);
    expect((await stored()).filter(({ metric }) => metric === 'queries')).toMatchObject([{ amount: 3 }]);
    ahead = 0;
  });

  it('usage leaves out refused requests and the other environment', async () => {
    const { totals } = await test.sandbox.get('/v1/usage').then((answer) => answer.body.data);
    expect(totals).toMatchObject({ queries: 0, sources: 0, messages: 0, storage_bytes: 0 });
    const before = (await usage()).totals.requests;
    await live.call('GET', '/v1/agents', undefined, { authorization: 'Bearer nobody' });
    expect((await usage()).totals.requests).toBe(before + 1);
  });

  it.each([
    ['from', 'from=yesterday'],
    ['from', 'from=2027-04-31'],
    ['to', 'to=2027-4-1'],
    ['from', 'from=2027-04-16&to=2027-04-15'],
    ['from', 'from=2026-01-01&to=2027-04-15'],
    ['group_by', 'group_by=metric'],
    ['group_by', 'group_by=day&group_by=month'],
    ['since', 'since=2027-04-15'],
  ])('422 naming %s for %s', async (field, query) => {
    const answer = await live.get(`/v1/usage?${query}`);
    expectError(answer, 422);
    expect(answer.body.error.details[0].field).toContain(field);
  });

  it('usage counts language model tokens, also across a restart', async () => {
    const llm = await startFakeChatServer();
    llm.always({ usage: { inputTokens: 70, outputTokens: 9 } });
    const DATA_DIR = newDataDir();
    const first = await startTestService({
      DATA_DIR,
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${llm.origin}/v1`,
    });
    await first.live.addText('Dough', 'Knead the dough for ten minutes.');
    const knowledge_base_ids = [await defaultKnowledgeBase(first.live)];
    const agent = (await first.live.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
    for (const stream of [false, true])
      await first.live.post(`/v1/agents/${agent}/chat`, {
        message: 'How long do I knead the dough?',
        stream,
      });
    await first.stop();
    const second = await startTestService({ DATA_DIR });
    const client = createClient(second.live.baseUrl, first.live.key);
    expect((await client.get('/v1/usage')).body.data.totals).toMatchObject({
      messages: 2,
      input_tokens: 140,
      output_tokens: 18,
    });
    await second.stop();
    await llm.close();
    await removeDataDir(DATA_DIR);
  });

  it('usage is for admin keys only: 403', async () => {
    expectError(await (await clientWithScope(live, 'read_write')).get('/v1/usage'), 403);
  });
});
