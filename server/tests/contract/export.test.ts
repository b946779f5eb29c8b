import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.ts';
import { openStoreBesideServer } from '../../src/storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import {
  type Client,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside } from '../helpers/test-storage.ts';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
});
afterAll(() => test.stop());

const exported = async (what: string, client = live) => {
  const answer = await client.get(`/v1/export?what=${what}`);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="?${what}-live-\\d{4}-\\d\\d-\\d\\d.ndjson"?$`),
  );
  return (answer.body ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line: string) => JSON.parse(line));
};

describe('GET /v1/export', () => {
  it('an export has every source as the list shows it', async () => {
    for (let count = 0; count < 120; count++)
      await live.post('/v1/knowledge-base/sources', {
        type: 'text',
        name: `Text ${count}`,
        content: 'Words.',
      });
    for (let waiting = 1; waiting > 0; )
      waiting = (await live.get('/v1/knowledge-base/sources/counts')).body.data.by_status.processing;
    const sources = await exported('sources');
    expect(sources).toHaveLength(120);
    const { data } = (await live.get('/v1/knowledge-base/sources?limit=100')).body;
    expect(sources.slice(0, 100)).toEqual(data);
  });

  it('an export has every conversation with all its messages', async () => {
    const knowledge_base_ids = [await defaultKnowledgeBase(live)];
    const agent = (await live.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
    for (const session_id of ['a', 'b'])
      for (let turn = 0; turn < 51; turn++)
        await live.post(`/v1/agents/${agent}/chat`, { message: 'Hello!', session_id });
    const conversations = await exported('conversations');
    expect(conversations).toMatchObject([
      { agent_id: agent, session_id: 'a', message_count: 102 },
      { agent_id: agent, session_id: 'b', message_count: 102 },
    ]);
    const messages = `/v1/agents/${agent}/conversations/a/messages?limit=100`;
    const { data } = (await live.get(messages)).body;
    expect(conversations[0].messages).toHaveLength(102);
    expect(conversations[0].messages.slice(0, 100)).toEqual(data);
  });

  it('an export has every entry of the audit log', async () => {
    const other = await startTestService();
    const beside = await openStoreBesideServer({ ...storageBeside(other.dataDir), environment: 'live' });
    const [workspaceId = newId('workspace')] = await beside.workspaceIds();
    const entry = {
      actor_type: 'service',
      actor_id: null,
      actor_name: 'Footnote',
      subject_id: 'key_1',
    } as const;
    await beside.workspace(workspaceId).transaction(async (tx) => {
      for (const [created_at, action] of ['key.created', 'key.revoked'].entries())
        await tx.auditLog.insert({
          ...entry,
          entry_id: newId('auditEntry'),
          action,
          details: '{"name":"Old"}',
          created_at,
        });
    });
    await beside.close();
    expect((await exported('audit_log', other.live)).slice(0, 3)).toMatchObject([
      { action: 'export.started', details: { what: 'audit_log' } },
      {
        actor: { type: 'service', id: null, name: 'Footnote' },
        action: 'key.revoked',
        subject_id: 'key_1',
        details: { name: 'Old' },
      },
      { action: 'key.created' },
    ]);
    await other.stop();
  });

  it('an export is for admins only and needs its type', async () => {
    const writer = await clientWithScope(live, 'read_write');
    expectError(await writer.get('/v1/export?what=sources'), 403);
    expectError(await live.get('/v1/export'), 400, 'what');
    expectError(await live.get('/v1/export?what=keys'), 422, 'what');
  });
});

describe('GET /v1/configuration', () => {
  it('GET /v1/configuration shows the settings of the installation', async () => {
    const { data } = (await live.get('/v1/configuration')).body;
    expect(data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      environment: 'live',
      models: { embedding: { provider: 'static', name: expect.any(String), choices: [expect.any(String)] } },
      limits: { file_bytes: 52_428_800, pages: 2_000 },
    });
    expect(data.models).not.toHaveProperty('chat');
    expect((await test.sandbox.get('/v1/configuration')).body.data.environment).toBe('sandbox');
  });

  it('GET /v1/configuration names the models and none of their secrets', async () => {
    const other = await startTestService({
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'some-model',
      LLM_BASE_URL: 'http://127.0.0.1:1/v1',
      LLM_API_KEY: 'very-secret',
    });
    const { body } = await other.live.get('/v1/configuration');
    expect(body.data.models.chat).toMatchObject({ provider: 'openai-compatible' });
    expect(body.data.models.chat.name).toContain('some-model');
    expect(JSON.stringify(body)).not.toContain('very-secret');
    expectError(await (await clientWithScope(other.live, 'read_write')).get('/v1/configuration'), 403);
    await other.stop();
  });
});
