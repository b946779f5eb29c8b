import { describe, expect, it } from 'vitest';
import { type Client, defaultKnowledgeBase, startTestService } from '../helpers/start-test-service.ts';

const itemsOf = async (client: Client) => (await client.get('/v1/overview/attention')).body.data.items;

describe('GET /v1/overview/attention', () => {
  it('names failed sources, people who wait and failing webhooks, the last only to admins', async () => {
    const service = await startTestService();
    const { live: client } = service;
    const knowledge_base_ids = [await defaultKnowledgeBase(client)];
    const agent = (await client.post('/v1/agents', { name: 'A', handover: 'on_request', knowledge_base_ids }))
      .body.data.id;
    await client.post(`/v1/agents/${agent}/chat`, { message: 'Hello!', session_id: 's' });
    await client.post(`/v1/agents/${agent}/conversations/s/handover`, {});
    const { key } = (await client.post('/v1/api-keys', { name: 'Reader', scope: 'read_only' })).body.data;
    const webhook = await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' });
    const broken = await client.post('/v1/knowledge-base/sources', {
      type: 'url',
      name: 'Broken',
      url: 'http://127.0.0.1:1/',
    });
    expect([webhook.status, broken.status]).toEqual([201, 201]);
    await expect
      .poll(async () => (await itemsOf(client)).map(({ kind }: { kind: string }) => kind))
      .toEqual(['handovers_waiting', 'failed_sources', 'failing_webhook']);
    expect((await itemsOf(client)).at(-1)).toEqual({
      kind: 'failing_webhook',
      id: webhook.body.data.id,
      name: 'http://127.0.0.1:9/',
    });
    const reader = { authorization: `Bearer ${key}` };
    const { body } = await client.call('GET', '/v1/overview/attention', undefined, reader);
    expect(body.data.items).toEqual([
      { kind: 'handovers_waiting', count: 1 },
      { kind: 'failed_sources', count: 1 },
    ]);
    await service.stop();
  });
});
