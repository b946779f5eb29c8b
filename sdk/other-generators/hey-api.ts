// The calls of the README, with a client that check.sh makes.
import { agentsChat, agentsCreate, searchQuery, sourcesCreate, sourcesGet } from './hey-api/index.js';

export async function story(): Promise<string> {
  const added = await sourcesCreate({
    body: { type: 'text', name: 'Opening hours', content: 'A ticket costs 12 euros.' },
    throwOnError: true,
  });
  const source = added.data.data;
  const ready = await sourcesGet({ path: { id: source.id }, query: { wait: 30 }, throwOnError: true });
  const found = await searchQuery({ body: { query: 'How much is a ticket?' }, throwOnError: true });
  const agent = await agentsCreate({
    body: { name: 'Guide', knowledge_base_ids: [source.knowledge_base_id] },
    throwOnError: true,
  });
  const chat = await agentsChat({
    path: { id: agent.data.data.id },
    body: { message: 'What does a ticket cost?' },
    throwOnError: true,
  });
  const score: number | undefined = found.data.data.results[0]?.score;
  return `${ready.data.data.status} ${score} ${JSON.stringify(chat.data)}`;
}
