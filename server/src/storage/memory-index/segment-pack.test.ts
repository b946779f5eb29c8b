import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { buildSegment } from '#segment/segment-builder.ts';
import { createSearchIndex, type SearchIndex, searchIndexes } from './search-index.ts';
import { decodePack, encodePack } from './segment-pack.ts';

const dimensions = 5;
const words = ['ant', 'bee', 'cat', 'dog', 'eel'];

type Chunk = { vector: number[]; terms: Map<string, number>; length: number };
type Source = { language: string; chunks: Chunk[] };

const chunk: fc.Arbitrary<Chunk> = fc.record({
  vector: fc.array(fc.integer({ min: -1, max: 1 }), { minLength: dimensions, maxLength: dimensions }),
  terms: fc
    .dictionary(fc.constantFrom(...words), fc.integer({ min: 1, max: 300 }), { maxKeys: 4 })
    .map((counts) => new Map(Object.entries(counts))),
  length: fc.integer({ min: 1, max: 70_000 }),
});
const source: fc.Arbitrary<Source> = fc.record({
  language: fc.constantFrom('en', 'ja'),
  chunks: fc.array(chunk, { maxLength: 70, size: 'large' }),
});
const someSources = fc.array(source, { minLength: 1, maxLength: 4 });

/** Adds sources as segments. first: the number of the first. */
function add(index: SearchIndex, sources: readonly Source[], first: number): SearchIndex {
  for (const [i, { language, chunks }] of sources.entries()) {
    const vectors = Float32Array.from(chunks.flatMap(({ vector }) => vector));
    const number = first + i + 1;
    const address = { sourceId: `src_${number}` as SourceId, revision: number, changeNo: number };
    index.add(address, buildSegment({ dimensions, language, chunks, vectors }));
  }
  return index;
}

function packOf(sources: readonly Source[], first = 0): Uint8Array {
  const [part] = add(createSearchIndex(), sources, first).parts;
  if (!part) throw new Error('No sources');
  return encodePack(part);
}

function addPack(index: SearchIndex, bytes: Uint8Array): void {
  for (const _ of index.addPack(decodePack(bytes)));
}

const request = {
  queryVector: Float32Array.from([1, -1, 0, 1, 0]),
  queryTerms: words.map((term, i) => ({ term, weight: 1 / (i + 1) })),
  limit: 40,
};
const found = (index: SearchIndex) =>
  searchIndexes([index], request).sort(
    (a, b) => a.sourceId.localeCompare(b.sourceId) || a.position - b.position,
  );

const changes = (index: SearchIndex) =>
  index
    .sourceIds()
    .sort()
    .map((id) => [id, index.changeOf(id)]);

describe('a pack', () => {
  it('makes an index answer as its segments do, also after others, and when sources leave', () => {
    fc.assert(
      fc.property(
        fc.array(someSources, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(11), { maxLength: 3 }),
        (groups, gone) => {
          const [packed, single] = [createSearchIndex({ slotsPerPart: 200 }), createSearchIndex()];
          let first = 0;
          for (const [i, group] of groups.entries()) {
            // The first and third as a pack, the second as segments.
            if (i === 1) add(packed, group, first);
            else addPack(packed, packOf(group, first));
            add(single, group, first);
            first += group.length;
          }
          for (const number of gone)
            for (const index of [packed, single]) index.remove(`src_${number}` as SourceId);
          for (const index of [packed, single]) index.compact();
          expect(found(packed)).toEqual(found(single));
          expect(changes(packed)).toEqual(changes(single));
          expect(packed.languages().sort()).toEqual(single.languages().sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  const bytes = packOf([
    { language: 'en', chunks: [{ vector: [1, 1, 1, 0, 0], terms: new Map([['ant', 1]]), length: 9 }] },
  ]);

  it('can be read at any offset of a buffer', () => {
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    expect(decodePack(larger.subarray(3))).toEqual(decodePack(bytes));
  });

  it('that is damaged, truncated, of another kind or version is refused', () => {
    for (let at = 8; at < bytes.length; at += 5)
      expect(() => decodePack(bytes.with(at, (bytes[at] ?? 0) ^ 1))).toThrow('damaged');
    expect(() => decodePack(bytes.subarray(0, -4))).toThrow('damaged');
    expect(() => decodePack(bytes.subarray(0, 9))).toThrow('Not a pack of segments: 9 bytes');
    expect(() => decodePack(bytes.with(0, 9))).toThrow('These bytes are not a pack of segments');
    expect(() => decodePack(bytes.with(4, 9))).toThrow('version 9; this program reads 1');
  });

  it('of vectors of another length is refused', () => {
    const index = add(createSearchIndex(), [], 0);
    addPack(index, bytes);
    const other = buildSegment({
      dimensions: 3,
      language: 'en',
      chunks: [{ terms: new Map(), length: 1 }],
      vectors: new Float32Array(3),
    });
    const strange = createSearchIndex();
    strange.add({ sourceId: 'src_a', revision: 1, changeNo: 1 }, other);
    expect(() => addPack(strange, bytes)).toThrow('Vectors of 5 dimensions for an index of 3');
  });
});
