import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { decodeDeepVectors, encodeDeepVectors } from '#segment/deep-vectors.ts';
import { SearchThreads } from '#storage/memory-index/search-threads.ts';
import { DeepIndex, type RowKey } from './deep-index.ts';
import { openDeepSearch } from './nearest-chunks.ts';

const threads = new SearchThreads({ most: 2, ownRows: 0 });
afterAll(() => threads.close());
const onThreads = { threads, turn: 'a workspace' };

const DIMENSIONS = 5;
/** Components that int8 represents exactly, so that cosines match the definition. */
const vector = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS });
const sourceId = fc.constantFrom(...['a', 'b', 'c', 'd'].map((name): SourceId => `src_${name}`));
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ sourceId, vectors: fc.array(vector, { minLength: 1, maxLength: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ sourceId, isReplaced: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ sourceId, place: fc.nat(3) }) },
);
type Row = RowKey & { vectors: number[][] };

/** Makes the changes to an index, and keeps what it should hold then. Rows follow each other in a source. */
function build(changes: (typeof change extends fc.Arbitrary<infer Change> ? Change : never)[]) {
  const index = new DeepIndex(16);
  let held: Row[] = [];
  const revisions = new Map<SourceId, number>();
  for (const [changeNo, one] of changes.entries()) {
    const { sourceId } = one;
    const revision = revisions.get(sourceId) ?? 1;
    const ofSource = held.filter((row) => row.sourceId === sourceId);
    if ('isReplaced' in one) revisions.set(sourceId, revision + 1);
    else if ('place' in one) {
      const row = ofSource[one.place];
      if (row) index.remove(row);
      held = held.filter((other) => other !== row);
    } else {
      const current = ofSource.filter((row) => row.revision === revision);
      const last = current.at(-1);
      const firstPosition = last ? last.firstPosition + last.vectors.length : 0;
      const row = { sourceId, revision, firstPosition, changeNo, vectors: one.vectors };
      index.add(row, decodeDeepVectors(encodeDeepVectors(one.vectors.map((v) => Float32Array.from(v)))));
      held = [...held.filter((other) => other.sourceId !== sourceId || other.revision === revision), row];
    }
  }
  return { index, held };
}

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

it('finds what comparing every vector finds, after any changes, in all sources or some', async () => {
  const filter = fc.option(
    fc.uniqueArray(sourceId).map((ids) => new Set<string>(ids)),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 40 }),
      vector,
      filter,
      fc.integer({ min: 1, max: 9 }),
      async (changes, query, sourceIds, limit) => {
        const { index, held } = build(changes);
        expect(index.rowCount).toBe(held.length);
        const search = openDeepSearch([index], Float32Array.from(query));
        const all = held.flatMap(({ sourceId, revision, firstPosition, vectors }) =>
          vectors.map((vector, i) => ({
            address: { sourceId, revision, position: firstPosition + i },
            cosine: cosine(query, vector),
          })),
        );
        const cosines = search.cosines(all.map(({ address }) => address));
        for (const [i, { cosine }] of all.entries())
          if (Number.isNaN(cosine)) expect(cosines[i]).toBeUndefined();
          else expect(cosines[i]).toBeCloseTo(cosine, 5);
        const best = all
          .filter(
            ({ address, cosine }) => !Number.isNaN(cosine) && (sourceIds?.has(address.sourceId) ?? true),
          )
          .map(({ cosine }) => cosine)
          .sort((a, b) => b - a)
          .slice(0, limit);
        const found = search.cosines(await search.nearest(onThreads, limit, { sourceIds }));
        expect(found.map(Number).sort((a, b) => b - a)).toEqual(
          best.map((cosine) => expect.closeTo(cosine, 5)),
        );
      },
    ),
  );
});

it('gives back the memory of removed rows', async () => {
  const index = new DeepIndex();
  const vectors = decodeDeepVectors(
    encodeDeepVectors(Array.from({ length: 64 }, () => new Float32Array(384).fill(1))),
  );
  const keys = Array.from(
    { length: 200 },
    (_, i): RowKey => ({
      sourceId: `src_${i}`,
      revision: 1,
      firstPosition: 0,
      changeNo: i,
    }),
  );
  for (const key of keys) index.add(key, vectors);
  const full = index.byteSize;
  for (const key of keys.slice(0, 150)) index.remove(key);
  expect(index.byteSize).toBeLessThan(0.5 * full);
  const search = openDeepSearch([index], new Float32Array(384).fill(1));
  expect(await search.nearest(onThreads, 9_999, {})).toHaveLength(50 * 64);
});

it('refuses vectors of another length than those before, and finds nothing for a query of another', async () => {
  const index = new DeepIndex();
  const key: RowKey = { sourceId: 'src_a', revision: 1, firstPosition: 0, changeNo: 1 };
  index.add(key, decodeDeepVectors(encodeDeepVectors([new Float32Array(4).fill(1)])));
  const longer = decodeDeepVectors(encodeDeepVectors([new Float32Array(5).fill(1)]));
  expect(() => index.add({ ...key, firstPosition: 1 }, longer)).toThrow('vectors of 5 and of 4 numbers');
  const search = openDeepSearch([index], new Float32Array(5).fill(1));
  expect(await search.nearest(onThreads, 9, {})).toEqual([]);
  expect(search.cosines([{ sourceId: 'src_a', revision: 1, position: 0 }])).toEqual([undefined]);
});
