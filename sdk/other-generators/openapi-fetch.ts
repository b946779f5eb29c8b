// The calls of the README, with a client that check.sh makes.
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript/schema.js';

const client = createClient<paths>({
  baseUrl: 'http://localhost:8080',
  headers: { Authorization: 'Bearer svc_test_0' },
});

export async function story(): Promise<string> {
  const added = await client.POST('/v1/knowledge-base/sources', {
    body: { type: 'text', name: 'Opening hours', content: 'A ticket costs 12 euros.' },
  });
  if (!added.data) throw new Error(added.error.error.message);
  const source = added.data.data;
  const ready = await client.GET('/v1/knowledge-base/sources/{id}', {
    params: { path: { id: source.id }, query: { wait: 30 } },
  });
  const found = await client.POST('/v1/query', { body: { query: 'How much is a ticket?' } });
  const agent = await client.POST('/v1/agents', {
    body: { name: 'Guide', knowledge_base_ids: [source.knowledge_base_id] },
  });
  const chat = await client.POST('/v1/agents/{id}/chat', {
    params: { path: { id: agent.data?.data.id ?? '' } },
    body: { message: 'What does a ticket cost?' },
  });
  const score: number | undefined = found.data?.data.results[0]?.score;
  return `${ready.data?.data.status} ${score} ${JSON.stringify(chat.data)}`;
}
