import { expect, it } from 'vitest';
import { type KnowledgeBaseId, newId } from '#lib/ids.ts';
import type { Context } from './context.ts';
import { DEEP_MODEL, understand } from './read-chunks.ts';
import { addIndexed, addTenant, newKnowledgeBase, type Tenant, writeIndexed } from './tenant.ts';

/** The store contract for what a deep model has read. */
export function understandingContract(context: () => Context): void {
  const pendingIds = async (
    { store }: Tenant,
    options: { modelId?: string; knowledgeBaseIds?: KnowledgeBaseId[] } = {},
  ) => (await store.understanding.pending({ limit: 9, ...options })).map((row) => row.source_id);

  it('lists what waits to be read, newest first, until it has been read', async () => {
    const { store, ours } = context();
    expect(await store.pendingUnderstanding()).toEqual([]);
    const old = await addIndexed(ours, ['acorn', 'birch'], { indexed_at: 5 });
    const middle = await addIndexed(ours, ['cedar'], { indexed_at: 6 });
    const newest = await addIndexed(ours, ['elm'], { indexed_at: 6 });
    expect(await ours.store.understanding.pending({ limit: 1 })).toEqual([
      {
        source_id: newest,
        knowledge_base_id: ours.knowledgeBaseId,
        revision: 1,
        understood_chunks: 0,
        chunk_count: 1,
        index_version: 'model/1',
        embedding_choice: null,
      },
    ]);
    expect(await pendingIds(ours)).toEqual([newest, middle, old]);
    expect(await store.pendingUnderstanding()).toEqual([ours.workspaceId]);
    expect(await pendingIds(ours, { knowledgeBaseIds: [newId('knowledgeBase')] })).toEqual([]);

    await understand(ours, old, [0]);
    const [, , half] = await ours.store.understanding.pending({ limit: 9, modelId: DEEP_MODEL });
    expect(half).toMatchObject({ source_id: old, understood_chunks: 1, chunk_count: 2 });
    await understand(ours, old, [1], { firstPosition: 1 });
    for (const sourceId of [old, middle, newest])
      await ours.store.transaction((tx) =>
        tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
      );
    expect(await pendingIds(ours, { modelId: DEEP_MODEL })).toEqual([]);
    expect(await store.pendingUnderstanding(DEEP_MODEL)).toEqual([]);
  });

  it('what another model has read waits after what none has', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn', 'birch'], { indexed_at: 9 });
    await understand(ours, sourceId, [0, 1]);
    await ours.store.transaction((tx) =>
      tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
    );
    const unread = await addIndexed(ours, ['cedar'], { indexed_at: 5 });
    for (const modelId of ['another/1', 'this/1']) {
      expect(await pendingIds(ours, { modelId })).toEqual([unread, sourceId]);
      expect(await store.pendingUnderstanding(modelId)).toEqual([ours.workspaceId]);
    }
    const [, again] = await ours.store.understanding.pending({ limit: 9, modelId: 'this/1' });
    expect(again).toMatchObject({ source_id: sourceId, understood_chunks: 0 });
    const counts = await ours.store.understanding.countOf(undefined, 'this/1');
    expect(counts).toMatchObject([{ chunks: 3, understood_chunks: 0, pending_sources: 2 }]);

    await understand(ours, sourceId, [2], { modelId: 'this/1' });
    const address = { sourceId, revision: 1 };
    expect(await ours.store.understanding.vectorsOf(address, DEEP_MODEL)).toEqual([]);
    expect(await ours.store.understanding.vectorsOf(address, 'this/1')).toHaveLength(1);
  });

  it('counts what was read, what waits and what is skipped', async () => {
    const { ours } = context();
    const { understanding } = ours.store;
    expect(await understanding.countOf()).toEqual([]);
    const sourceId = await addIndexed(ours, ['acorn', 'birch', 'cedar']);
    const skipped = await addIndexed(ours, ['elm', 'fir']);
    await understand(ours, sourceId, [0, 1]);
    await ours.store.transaction((tx) => tx.understanding.skip({ sourceId: skipped, revision: 1 }));
    const counted = {
      knowledge_base_id: ours.knowledgeBaseId,
      chunks: 5,
      understood_chunks: 2,
      pending_sources: 1,
      skipped_sources: 1,
    };
    expect(await understanding.countOf()).toEqual([counted]);
    expect(await understanding.countOf([newId('knowledgeBase')])).toEqual([]);
    expect(await pendingIds(ours)).toEqual([sourceId]);
    await ours.store.transaction((tx) => tx.understanding.reopenSkipped());
    expect(await pendingIds(ours)).toEqual([skipped, sourceId]);
    expect(await understanding.countOf()).toEqual([{ ...counted, pending_sources: 2, skipped_sources: 0 }]);
  });

  it('returns the vectors and blocks of the chunks that were read', async () => {
    const { ours } = context();
    const { understanding } = ours.store;
    const axes = Array.from({ length: 150 }, (_, position) => position % 4);
    const sourceId = await addIndexed(
      ours,
      axes.map((axis) => `acorn ${axis}`),
    );
    await understand(ours, sourceId, axes.slice(0, 3));
    await understand(ours, sourceId, axes.slice(3, 140), { firstPosition: 3 });
    const vectors = await understanding.vectorsOf({ sourceId, revision: 1 }, DEEP_MODEL);
    expect(vectors.map(({ vector }) => vector.indexOf(127))).toEqual(axes.slice(0, 140));
    const at = (position: number, revision = 1) => ({ sourceId, revision, position });
    const asked = [at(139), at(0), at(66), at(67), at(140), at(0, 2), at(66)];
    const blocks = await understanding.blocksOf(asked, DEEP_MODEL);
    expect(blocks.map((ofChunk) => ofChunk?.map(({ start, end }) => [start, end]))).toEqual(
      asked.map(({ position, revision }) =>
        position < 140 && revision === 1
          ? [
              [0, 5],
              [5, 9],
            ]
          : undefined,
      ),
    );
    expect(blocks.map((ofChunk) => ofChunk?.[1]?.vector.indexOf(127))).toEqual([
      0,
      1,
      3,
      0,
      undefined,
      undefined,
      3,
    ]);
    expect(await understanding.blocksOf([], DEEP_MODEL)).toEqual([]);
    expect(await understanding.blocksOf([at(0)], 'another/1')).toEqual([undefined]);
  });

  it('what was read before is not read twice, and nothing is left out', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn', 'birch', 'cedar']);
    expect(await understand(ours, sourceId, [0, 1])).toBe(true);
    // Another worker, which had lost its lease, writes what it has read.
    expect(await understand(ours, sourceId, [3, 3, 2])).toBe(true);
    const vectors = await ours.store.understanding.vectorsOf({ sourceId, revision: 1 }, DEEP_MODEL);
    expect(vectors.map(({ vector }) => vector.indexOf(127))).toEqual([0, 1, 2]);
    expect(await understand(ours, sourceId, [0], { firstPosition: 4 })).toBe(false);
  });

  it('what was read of replaced or deleted content is gone', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const [sourceId, deleted] = [await addIndexed(ours, ['acorn']), await addIndexed(ours, ['birch'])];
    for (const id of [sourceId, deleted]) await understand(ours, id, [0]);
    await store.transaction(async (tx) => {
      await tx.understanding.remove({ sourceId, knowledgeBaseId });
      await writeIndexed(tx, { sourceId, knowledgeBaseId, revision: 2, chunks: ['cedar'] });
      await tx.sources.remove({ source_id: deleted, knowledge_base_id: knowledgeBaseId });
    });
    expect(await understand(ours, sourceId, [1])).toBe(false);
    expect(await understand(ours, deleted, [1])).toBe(false);
    const marked = await store.transaction(async (tx) => [
      await tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
      await tx.understanding.skip({ sourceId: deleted, revision: 1 }),
    ]);
    expect(marked).toEqual([false, false]);
    for (const id of [sourceId, deleted]) {
      expect(await store.understanding.vectorsOf({ sourceId: id, revision: 1 }, DEEP_MODEL)).toEqual([]);
      const address = { sourceId: id, revision: 1, position: 0 };
      expect(await store.understanding.blocksOf([address], DEEP_MODEL)).toEqual([undefined]);
    }
    expect(await understand(ours, sourceId, [1], { revision: 2 })).toBe(true);
  });

  it('a key sees and changes only what its knowledge bases and its workspace hold', async () => {
    const { store, ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const sourceId = await addIndexed(ours, ['acorn']);
    const theirs = await addTenant(store, ours);
    for (const stranger of [theirs.store, store.workspace(ours.workspaceId, [other])]) {
      expect(await understand({ ...ours, store: stranger }, sourceId, [0])).toBe(false);
      const marked = await stranger.transaction((tx) =>
        tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
      );
      expect(marked).toBe(false);
    }
    await understand(ours, sourceId, [0]);
    for (const stranger of [theirs.store, store.workspace(ours.workspaceId, [other])]) {
      expect(await stranger.understanding.pending({ limit: 9 })).toEqual([]);
      expect(await stranger.understanding.countOf()).toEqual([]);
      expect(await stranger.understanding.countOf([ours.knowledgeBaseId])).toEqual([]);
      const address = { sourceId, revision: 1, position: 0 };
      expect(await stranger.understanding.vectorsOf(address, DEEP_MODEL)).toEqual([]);
      expect(await stranger.understanding.blocksOf([address], DEEP_MODEL)).toEqual([undefined]);
    }
  });
}
