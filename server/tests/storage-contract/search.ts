import { expect, it } from 'vitest';
import { type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import { type Context, page } from './context.ts';
import { segmentOf } from './segment-of.ts';
import {
  addIndexed,
  CONTRACT_INDEX_VERSION,
  inBases,
  newKnowledgeBase,
  search,
  writeIndexed,
} from './tenant.ts';

/** The store contract for search. */
export function searchContract(context: () => Context): void {
  it.each([{ isLarge: false }, { isLarge: true }])(
    'shows the old revision or the new one, never both or neither, with %o',
    async (options) => {
      const { ours } = context();
      const { knowledgeBaseId } = ours;
      const chunks = ['acorn', 'acorn', 'acorn'];
      const sourceId = await addIndexed(ours, chunks);
      let isDone = false;
      const writing = (async () => {
        for (let revision = 2; revision <= 12; revision++)
          await ours.store.transaction(
            (tx) => writeIndexed(tx, { sourceId, knowledgeBaseId, revision, chunks }),
            options,
          );
        isDone = true;
      })();
      while (!isDone) {
        const found = await search(ours, 'acorn');
        expect(found.map((hit) => hit.position)).toEqual([0, 1, 2]);
        expect(new Set(found.map((hit) => hit.revision)).size).toBe(1);
        await new Promise(setImmediate);
      }
      await writing;
      expect(new Set((await search(ours, 'acorn')).map((hit) => hit.revision))).toEqual(new Set([12]));
    },
  );

  it('finds a source as soon as its transaction returns, and no longer by its old words', async () => {
    const { ours } = context();
    await search(ours, 'acorn');
    const sourceId = await addIndexed(ours, ['acorn']);
    expect(await search(ours, 'acorn')).toEqual([{ sourceId, revision: 1, position: 0 }]);
    await ours.store.transaction((tx) =>
      writeIndexed(tx, {
        sourceId,
        knowledgeBaseId: ours.knowledgeBaseId,
        revision: 2,
        chunks: ['kettle'],
        language: 'fr',
      }),
    );
    expect(await search(ours, 'acorn')).toEqual([]);
    expect(await search(ours, 'kettle')).toEqual([{ sourceId, revision: 2, position: 0 }]);
    expect(await ours.store.search.languages(inBases(ours.knowledgeBaseId))).toEqual(['fr']);
  });

  it('counts the chunks that hold each term, and 0 for an unknown term', async () => {
    const { ours } = context();
    await addIndexed(ours, ['acorn birch', 'acorn']);
    await addIndexed(ours, ['birch']);
    const scope = inBases(ours.knowledgeBaseId);
    expect(await ours.store.search.termCounts(scope, ['birch', 'cedar', 'acorn'])).toEqual([2, 0, 2]);
    expect(await ours.store.search.termCounts(scope, [])).toEqual([]);
    expect(await ours.store.search.termCounts(inBases(), ['acorn'])).toEqual([0]);
  });

  it('answers from one index version until the switch to the next, never from both', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    const other = await addIndexed(ours, ['acorn birch']);
    const change = { knowledgeBaseId, from: CONTRACT_INDEX_VERSION, to: 'model/2' };
    const write = (id: SourceId) =>
      store.transaction((tx) =>
        tx.segments.write([
          { knowledgeBaseId, sourceId: id, revision: 1, indexVersion: 'model/2', ...segmentOf(['cedar']) },
        ]),
      );
    const find = async (indexVersion: string, term: string) =>
      await search(ours, term, { indexVersion, knowledgeBaseIds: [knowledgeBaseId] });
    await write(sourceId);
    expect((await find(CONTRACT_INDEX_VERSION, 'acorn')).length).toBe(2);
    expect(await find(CONTRACT_INDEX_VERSION, 'cedar')).toEqual([]);
    await expect(find('model/2', 'cedar')).rejects.toThrow(IndexSwitchedError);
    expect(await store.segments.missing(change, page)).toEqual([{ source_id: other, revision: 1 }]);
    expect(await store.segments.missing(change, { limit: 9, after: other })).toEqual([]);
    expect(await store.segments.shareDone(change)).toBe(0.5);

    await write(other);
    expect(await store.segments.missing(change, page)).toEqual([]);
    expect(await store.segments.shareDone(change)).toBe(1);
    await store.transaction(async (tx) => {
      await tx.knowledgeBases.update(knowledgeBaseId, { index_version: 'model/2' });
      await tx.segments.keepVersions(knowledgeBaseId, ['model/2']);
    });
    expect((await find('model/2', 'cedar')).length).toBe(2);
    expect(await find('model/2', 'acorn')).toEqual([]);
    await expect(find(CONTRACT_INDEX_VERSION, 'acorn')).rejects.toThrow(IndexSwitchedError);
  });

  it('does not find a removed source in any version', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    const address = { knowledgeBaseId, sourceId, revision: 1, indexVersion: 'model/2' };
    await store.transaction((tx) => tx.segments.write([{ ...address, ...segmentOf(['acorn']) }]));
    expect(await store.segments.exists(address)).toBe(true);
    await store.transaction((tx) => tx.segments.remove({ knowledgeBaseId, sourceId }));
    expect(await store.segments.exists(address)).toBe(false);
    expect(await search(ours, 'acorn')).toEqual([]);
  });

  it('rejects vectors of other dimensions and keeps the index unchanged', async () => {
    const { ours } = context();
    const { store, knowledgeBaseId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    expect((await search(ours, 'acorn')).length).toBe(1);
    const written = store.transaction((tx) =>
      tx.segments.write([
        {
          knowledgeBaseId,
          sourceId,
          revision: 1,
          indexVersion: CONTRACT_INDEX_VERSION,
          ...segmentOf(['birch'], 'en', 8),
        },
      ]),
    );
    await expect(written).rejects.toThrow('vectors of 8 numbers');
    expect((await search(ours, 'acorn')).length).toBe(1);
  });

  it('searches only the requested knowledge bases and sources', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn'], { knowledge_base_id: other }),
    ];
    const found = async (knowledgeBaseIds: KnowledgeBaseId[], sourceIds?: string[]) =>
      (
        await search(ours, 'acorn', {
          knowledgeBaseIds,
          ...(sourceIds && { sourceIds: new Set(sourceIds) }),
        })
      ).map((hit) => hit.sourceId);
    const both = [ours.knowledgeBaseId, other];
    expect(await found(both)).toEqual([a, b, c]);
    expect(await found([other])).toEqual([c]);
    expect(await found(both, [b, c])).toEqual([b, c]);
    expect(await found([ours.knowledgeBaseId], [c])).toEqual([]);
    expect(await found(both, ['src_nowhere'])).toEqual([]);
    expect(await found(both, [])).toEqual([]);
    expect(await found([])).toEqual([]);
    expect(await found([newId('knowledgeBase')])).toEqual([]);
  });

  it('returns both scores of a candidate, whichever search found it', async () => {
    const { ours } = context();
    await addIndexed(ours, ['acorn', 'kettle']);
    const scope = inBases(ours.knowledgeBaseId);
    const [vector, terms] = [new Float32Array(4).fill(1), [{ term: 'kettle', weight: 1 }]];
    const both = await ours.store.search.candidates(scope, { vector, terms, limit: 9 });
    expect(both.map((hit) => [hit.position, hit.bm25 > 0]).sort()).toEqual([
      [0, false],
      [1, true],
    ]);
    for (const { cosine } of both) expect(cosine).toBeCloseTo(1, 2);
    const [byTerm] = await ours.store.search.candidates(scope, { terms, limit: 9 });
    expect(byTerm).toMatchObject({ position: 1, cosine: 0 });
    const byMeaning = await ours.store.search.candidates(scope, { vector, limit: 9 });
    expect(byMeaning.map((hit) => hit.bm25)).toEqual([0, 0]);
  });
}
