import { expect, it } from 'vitest';
import { type MessageId, newId, type SourceId } from '#lib/ids.ts';
import type { PageRequest } from '#storage/scope.ts';
import { type Context, walk } from './context.ts';
import { addIndexed, newAgent, newKey, newKnowledgeBase, newMessage } from './tenant.ts';

/** The store contract for paginated lists. */
export function pagesContract(context: () => Context): void {
  const counted = Array.from({ length: 11 }, (_, index) => index);

  it('pages of sources show each once, newest first, while other sources are added and removed', async () => {
    const { ours } = context();
    const { knowledgeBaseId } = ours;
    const ids: SourceId[] = [];
    for (const _ of counted) ids.push(await addIndexed(ours, ['acorn']));
    const shown = await walk(
      (request: PageRequest<SourceId>) => ours.store.sources.list(request),
      (row) => row.source_id,
      async ([first]) => {
        await addIndexed(ours, ['acorn']);
        if (first)
          await ours.store.transaction((tx) =>
            tx.sources.remove({ source_id: first.source_id, knowledge_base_id: knowledgeBaseId }),
          );
      },
    );
    expect(shown.map((row) => row.source_id)).toEqual(ids.toReversed());
  });

  it('pages of agents, knowledge bases and keys are complete and newest first', async () => {
    const { ours } = context();
    const { store } = ours;
    for (const _ of counted)
      await store.transaction(async (tx) => {
        await tx.agents.insert(newAgent(newId('agent')));
        await tx.knowledgeBases.insert(newKnowledgeBase(newId('knowledgeBase')));
        await tx.keys.insert(newKey(newId('apiKey')));
      });
    const lists = [
      (await walk(store.agents.list, (row) => row.agent_id)).map((row) => row.agent_id),
      (await walk(store.knowledgeBases.list, (row) => row.knowledge_base_id)).map(
        (row) => row.knowledge_base_id,
      ),
      (await walk(store.keys.list, (row) => row.key_id)).map((row) => row.key_id),
    ];
    for (const list of lists) {
      expect(new Set(list).size).toBe(12);
      expect(list).toEqual(list.toSorted().toReversed());
    }
  });

  it('pages of conversations active at the same time show each once', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    for (const index of counted)
      await store.transaction((tx) =>
        tx.conversations.append(agentId, `s${index}`, [newMessage('user', 'Hi')], [], index % 3),
      );
    const shown = await walk<[number, string], { session_id: string; last_activity_at: number }>(
      (request) => store.conversations.list(agentId, request),
      (row) => [row.last_activity_at, row.session_id],
    );
    expect(new Set(shown.map((row) => row.session_id)).size).toBe(counted.length);
    const times = shown.map((row) => row.last_activity_at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('pages of messages and chunks follow their order', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const texts = counted.map((index) => `acorn ${index}`);
    await store.transaction((tx) =>
      tx.conversations.append(
        agentId,
        's',
        texts.map((text) => newMessage('user', text)),
        [],
        1,
      ),
    );
    const messages = await walk(
      (request: PageRequest<MessageId>) => store.conversations.messages(agentId, 's', request),
      (row) => row.message_id,
    );
    expect(messages.map((row) => row.text)).toEqual(texts);
    const sourceId = await addIndexed(ours, texts);
    const chunks = await walk(
      (request: PageRequest<number>) => store.contents.listChunks(sourceId, 1, request),
      (row) => row.position,
    );
    expect(chunks.map((row) => row.text)).toEqual(texts);
  });
}
