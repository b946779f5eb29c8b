import { expect, it } from 'vitest';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { DeepCandidate } from '#storage/store.ts';
import type { Context } from './context.ts';
import { DEEP_MODEL, readChunk, understand, unit } from './read-chunks.ts';
import { addIndexed, addTenant, inBases, newKnowledgeBase, type Tenant, writeIndexed } from './tenant.ts';

/** The store contract for search by what a deep model has read. */
export function deepSearchContract(context: () => Context): void {
  /** The candidates of a search by a deep vector along an axis, by source and position. */
  const find = async (
    { store, knowledgeBaseId }: Pick<Tenant, 'store' | 'knowledgeBaseId'>,
    axis: number,
    {
      limit = 1,
      knowledgeBaseIds = [knowledgeBaseId],
      sourceIds,
      modelId = DEEP_MODEL,
      term,
    }: {
      limit?: number;
      knowledgeBaseIds?: KnowledgeBaseId[];
      sourceIds?: SourceId[];
      modelId?: string;
      term?: string;
    } = {},
  ): Promise<DeepCandidate[]> => {
    const found = await store.search.candidates(
      { ...inBases(...knowledgeBaseIds), ...(sourceIds && { sourceIds: new Set<string>(sourceIds) }) },
      {
        limit,
        deep: { modelId, vector: unit(axis) },
        ...(term !== undefined && { terms: [{ term, weight: 1 }] }),
      },
    );
    return found.sort((a, b) =>
      a.sourceId === b.sourceId ? a.position - b.position : a.sourceId < b.sourceId ? -1 : 1,
    );
  };
  const places = (found: DeepCandidate[]) =>
    found.map(({ sourceId, revision, position }) => [sourceId, revision, position]);

  it('finds a chunk by what a deep model has read, with its other scores', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn', 'birch', 'cedar']);
    expect(await find(ours, 1)).toEqual([]);
    await understand(ours, sourceId, [0, 1]);
    const [hit, ...others] = await find(ours, 1);
    expect(hit).toMatchObject({ sourceId, revision: 1, position: 1, cosine: 0, bm25: 0, deepCosine: 1 });
    expect(others).toEqual([]);

    // The chunk with the word has not been read, and the nearest chunk does not hold it.
    const both = await find(ours, 1, { term: 'cedar' });
    expect(both.map(({ position, bm25 }) => [position, bm25 > 0])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(both[1]).not.toHaveProperty('deepCosine');
    const scope = inBases(ours.knowledgeBaseId);
    const query = { vector: new Float32Array(4).fill(1), terms: [{ term: 'birch', weight: 1 }], limit: 9 };
    const plain = await ours.store.search.candidates(scope, query);
    const deep = await ours.store.search.candidates(scope, {
      ...query,
      deep: { modelId: DEEP_MODEL, vector: unit(0) },
    });
    const byPosition = (a: DeepCandidate, b: DeepCandidate) => a.position - b.position;
    const withDeep = [{ deepCosine: 1 }, { deepCosine: 0 }, {}];
    expect(deep.sort(byPosition)).toEqual(
      plain.sort(byPosition).map((candidate, i) => ({ ...candidate, ...withDeep[i] })),
    );
  });

  it('searches what was read as soon as its transaction returns', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn', 'birch', 'cedar']);
    for (const position of [0, 1, 2]) {
      await understand(ours, sourceId, [position], { firstPosition: position });
      expect(places(await find(ours, position))).toEqual([[sourceId, 1, position]]);
    }
    const other = await addIndexed(ours, ['elm']);
    await understand(ours, other, [3]);
    expect(places(await find(ours, 3))).toEqual([[other, 1, 0]]);
    await store.transaction(async (tx) => {
      await tx.understanding.remove({ sourceId, knowledgeBaseId });
      await writeIndexed(tx, { sourceId, knowledgeBaseId, revision: 2, chunks: ['fir', 'gorse'] });
    });
    expect(places(await find(ours, 1, { limit: 9 }))).toEqual([[other, 1, 0]]);
    await understand(ours, sourceId, [2, 1], { revision: 2 });
    expect(places(await find(ours, 1))).toEqual([[sourceId, 2, 1]]);
    await store.transaction((tx) =>
      tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId }),
    );
    expect(places(await find(ours, 1))).toEqual([[other, 1, 0]]);
  });

  it('many searches at once all see what was read before them', async () => {
    const { ours } = context();
    const sources = await Promise.all(
      Array.from({ length: 9 }, (_, i) => addIndexed(ours, [`acorn ${i}`, 'birch'])),
    );
    for (const [i, sourceId] of sources.entries()) {
      const reading = i < 5 ? [] : [find(ours, 0, { limit: 99 })];
      await understand(ours, sourceId, [i, i + 1]);
      const found = await Promise.all([1, 2, 3, 4].map(() => find(ours, 0, { limit: 99 })));
      for (const one of found) expect(one).toHaveLength(2 * (i + 1));
      await Promise.all(reading);
    }
  });

  it('ranks several knowledge bases as one, and searches only these and the given sources', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const a = await addIndexed(ours, ['acorn', 'birch']);
    const b = await addIndexed(ours, ['cedar', 'elm'], { knowledge_base_id: other });
    await understand(ours, a, [0, 1]);
    await understand({ ...ours, knowledgeBaseId: other }, b, [2, 1]);
    const both = [ours.knowledgeBaseId, other];
    expect(places(await find(ours, 2, { knowledgeBaseIds: both }))).toEqual([[b, 1, 0]]);
    expect(places(await find(ours, 0, { knowledgeBaseIds: both }))).toEqual([[a, 1, 0]]);
    expect(
      (await find(ours, 1, { knowledgeBaseIds: both, limit: 2 })).map(({ position }) => position),
    ).toEqual([1, 1]);
    expect(places(await find(ours, 1, { knowledgeBaseIds: both, sourceIds: [b] }))).toEqual([[b, 1, 1]]);
    expect(await find(ours, 1, { sourceIds: [b] })).toEqual([]);
    expect(await find(ours, 1, { knowledgeBaseIds: both, sourceIds: [] })).toEqual([]);
    expect(await find(ours, 1, { knowledgeBaseIds: [] })).toEqual([]);
    // A key that sees one of them, and another workspace with the same ids.
    const narrow = { ...ours, store: context().store.workspace(ours.workspaceId, [other]) };
    expect(places(await find(narrow, 0, { knowledgeBaseIds: both, limit: 9 }))).toEqual([
      [b, 1, 0],
      [b, 1, 1],
    ]);
    const theirs = await addTenant(context().store, ours);
    expect(await find(theirs, 0, { knowledgeBaseIds: [ours.knowledgeBaseId] })).toEqual([]);
  });

  it('a chunk in which a model found nothing is near nothing, and models are not mixed', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn', 'birch']);
    await understand(ours, sourceId, [-1, 1]);
    expect(places(await find(ours, 0, { limit: 9 }))).toEqual([[sourceId, 1, 1]]);
    const [nothing] = await find(ours, 0, { limit: 9, term: 'acorn' });
    expect(nothing).toMatchObject({ position: 0 });
    expect(nothing).not.toHaveProperty('deepCosine');
    expect(await find(ours, -1, { limit: 9 })).toEqual([]);
    expect(await find(ours, 1, { modelId: 'another/1' })).toEqual([]);

    await understand(ours, sourceId, [1, 0], { modelId: 'another/1' });
    expect(places(await find(ours, 1, { modelId: 'another/1' }))).toEqual([[sourceId, 1, 0]]);
    expect(await find(ours, 1)).toEqual([]);
  });

  it('gives the vectors of chunks, those of the index and those of a model', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn', 'birch', 'cedar']);
    await understand(ours, sourceId, [2, -1]);
    const at = (position: number, revision = 1) => ({ sourceId, revision, position });
    const addresses = [at(2), at(1), at(0), at(0, 2), at(9), { ...at(0), sourceId: newId('source') }];
    const scope = inBases(ours.knowledgeBaseId);
    const { search } = ours.store;
    const equal = Int8Array.of(127, 127, 127, 127);
    expect(await search.vectors(scope, addresses)).toEqual([equal, equal, equal, ...Array(3)]);
    const [, , read, ...unread] = await search.vectors(scope, addresses, DEEP_MODEL);
    expect([read, ...unread]).toEqual([Int8Array.of(0, 0, 127, 0), ...Array(3)]);
    expect(await search.vectors(scope, addresses, 'another/1')).toEqual(Array(6).fill(undefined));
    const unseen = context().store.workspace(ours.workspaceId, []);
    for (const model of [undefined, DEEP_MODEL])
      expect(await unseen.search.vectors(scope, addresses, model)).toEqual(Array(6).fill(undefined));
  });

  it('a chunk that the index does not know is left out', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    await store.transaction(async (tx) => {
      await tx.understanding.write({
        sourceId,
        revision: 1,
        knowledgeBaseId,
        modelId: DEEP_MODEL,
        firstPosition: 0,
        chunks: [readChunk(0), readChunk(1)],
      });
    });
    expect(places(await find(ours, 1, { limit: 9 }))).toEqual([[sourceId, 1, 0]]);
  });
}
