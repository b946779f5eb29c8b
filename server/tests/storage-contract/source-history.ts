import { expect, it } from 'vitest';
import { LIMITS } from '#isomorphic/limits.ts';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Store } from '#storage/store.ts';
import type { SourceHistoryAction } from '#storage/tables.ts';
import { addIndexed, newKnowledgeBase, newSource, type Tenant } from './tenant.ts';

/** A history entry without its source. Its details contain `said`. */
export const newHistoryColumns = (said: string, action: SourceHistoryAction = 'updated') => ({
  entry_id: newId('historyEntry'),
  action,
  actor_type: 'api_key' as const,
  actor_id: 'key_1',
  actor_name: 'Ada',
  details: JSON.stringify({ said }),
  created_at: 1,
});

export const newHistoryEntry = (sourceId: SourceId, said: string, action?: SourceHistoryAction) => ({
  source_id: sourceId,
  ...newHistoryColumns(said, action),
});

/** The store contract for the history of sources. */
export function sourceHistoryContract(context: () => { store: Store; ours: Tenant }): void {
  const kept = LIMITS.sourceHistory;
  const addSource = async (tenant: Tenant, knowledgeBaseId = tenant.knowledgeBaseId): Promise<SourceId> => {
    const row = newSource(knowledgeBaseId);
    await tenant.store.transaction(async (tx) => {
      await tx.sources.insert(row);
      await tx.sourceHistory.insert([newHistoryEntry(row.source_id, 'first', 'added')]);
    });
    return row.source_id;
  };
  const saidOf = async ({ store }: Tenant, sourceId: SourceId): Promise<string[]> =>
    (await store.sourceHistory.list(sourceId, { limit: 1_000 })).map(
      ({ details }) => JSON.parse(details).said,
    );
  const numbers = (from: number, to: number): string[] =>
    Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

  it('is listed newest first, page by page', async () => {
    const { ours } = context();
    const id = await addSource(ours);
    await ours.store.transaction(async (tx) => {
      for (const said of ['1', '2', '3']) await tx.sourceHistory.insert([newHistoryEntry(id, said)]);
    });
    const [newest, next, extra] = await ours.store.sourceHistory.list(id, { limit: 2 });
    expect([newest, next, extra].map((row) => row?.details)).toEqual(
      ['3', '2', '1'].map((said) => JSON.stringify({ said })),
    );
    const rest = await ours.store.sourceHistory.list(id, { limit: 2, after: next?.entry_id });
    expect(rest.map(({ action }) => action)).toEqual(['updated', 'added']);
    expect(newest).toEqual({
      ...newHistoryEntry(id, '3'),
      workspace_id: ours.workspaceId,
      entry_id: newest?.entry_id,
    });
  });

  it.each([{ atOnce: 1 }, { atOnce: 7 }])(
    'keeps the newest entries and the first of each source, writing $atOnce at once',
    async ({ atOnce }) => {
      const { ours } = context();
      const ids = await Promise.all(Array.from({ length: atOnce }, () => addSource(ours)));
      const beside = await addSource(ours);
      await ours.store.transaction(async (tx) => {
        for (let said = 1; said <= kept + 5; said++)
          await tx.sourceHistory.insert(ids.map((id) => newHistoryEntry(id, String(said))));
      });
      for (const id of ids) expect(await saidOf(ours, id)).toEqual([...numbers(kept + 5, 6), 'first']);
      expect(await saidOf(ours, beside)).toEqual(['first']);
    },
  );

  it('accepts thousands of entries in one call', async () => {
    const { ours } = context();
    const rows = Array.from({ length: 2_500 }, () => newSource(ours.knowledgeBaseId));
    await ours.store.transaction(
      async (tx) => {
        for (const row of rows) await tx.sources.insert(row);
        await tx.sourceHistory.insert(
          rows.map((row, index) => newHistoryEntry(row.source_id, String(index))),
        );
      },
      { isLarge: true },
    );
    const last = rows.at(-1)?.source_id ?? newId('source');
    expect(await saidOf(ours, last)).toEqual(['2499']);
  });

  it('insertInBase adds an entry to every indexed source of the knowledge base and no other', async () => {
    const { ours } = context();
    const other = newKnowledgeBase(newId('knowledgeBase'));
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(other));
    const indexed = await Promise.all([addIndexed(ours, ['acorn']), addIndexed(ours, ['birch'])]);
    const without = [await addSource(ours), await addSource(ours, other.knowledge_base_id)];
    const entry = { ...newHistoryColumns('all', 'indexed'), actor_id: null };
    await ours.store.transaction((tx) => tx.sourceHistory.insertInBase(ours.knowledgeBaseId, entry));
    for (const id of indexed)
      expect(await ours.store.sourceHistory.list(id, { limit: 9 })).toEqual([
        { ...entry, workspace_id: ours.workspaceId, source_id: id },
      ]);
    for (const id of without) expect(await saidOf(ours, id)).toEqual(['first']);
  });

  it('an entry can be updated', async () => {
    const { ours } = context();
    const id = await addSource(ours);
    const [entry] = await ours.store.sourceHistory.list(id, { limit: 1 });
    const changes = { details: '{"said":"again"}', created_at: 2 };
    await ours.store.transaction(async (tx) => entry && (await tx.sourceHistory.update(entry, changes)));
    expect(await ours.store.sourceHistory.list(id, { limit: 9 })).toEqual([{ ...entry, ...changes }]);
  });

  it('is visible only to scopes that see the knowledge base of the source', async () => {
    const { store, ours } = context();
    const id = await addSource(ours);
    const seenWith = (base: KnowledgeBaseId) =>
      store.workspace(ours.workspaceId, [base]).sourceHistory.list(id, { limit: 9 });
    expect(await seenWith(ours.knowledgeBaseId)).toHaveLength(1);
    expect(await seenWith(newId('knowledgeBase'))).toEqual([]);
  });

  it('is removed with its source, knowledge base or workspace', async () => {
    const { ours } = context();
    const id = await addSource(ours);
    await ours.store.transaction((tx) =>
      tx.sources.remove({ source_id: id, knowledge_base_id: ours.knowledgeBaseId }),
    );
    expect(await saidOf(ours, id)).toEqual([]);
    const other = newKnowledgeBase(newId('knowledgeBase'));
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(other));
    const within = await addSource(ours, other.knowledge_base_id);
    await ours.store.transaction((tx) => tx.knowledgeBases.remove(other.knowledge_base_id));
    expect(await saidOf(ours, within)).toEqual([]);
    const last = await addSource(ours);
    await ours.store.transaction((tx) => tx.workspace.remove());
    expect(await saidOf(ours, last)).toEqual([]);
  });
}
