import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import type { Segment } from '#segment/segment.ts';
import { buildSegment } from '#segment/segment-builder.ts';
import type { Candidate, ChunkAddress } from '#storage/engine.ts';
import { PRIOR } from './bm25.ts';
import {
  countTerms,
  createSearchIndex,
  type IndexRequest,
  type SearchIndex,
  searchIndexes,
} from './search-index.ts';

const dimensions = 5;
const words = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox', 'gnu', 'hen'];

type Chunk = { terms: Map<string, number>; length: number; vector: number[] };
type Source = { sourceId: SourceId; revision: number; language: string; chunks: Chunk[] };
type Base = Map<SourceId, Source>;

// Components that int8 represents exactly, so that scores match the definition.
const vector = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: dimensions, maxLength: dimensions });
const chunk: fc.Arbitrary<Chunk> = fc
  .record({
    vector,
    counts: fc.dictionary(fc.constantFrom(...words), fc.integer({ min: 1, max: 4 }), { maxKeys: 5 }),
  })
  .map(({ vector, counts }) => {
    const terms = new Map(Object.entries(counts));
    return { vector, terms, length: [...terms.values()].reduce((sum, count) => sum + count, 1) };
  });
const sourceId = fc.constantFrom(...['a', 'b', 'c', 'd', 'e', 'f'].map((name): SourceId => `src_${name}`));
const source: fc.Arbitrary<Source> = fc.record({
  sourceId,
  revision: fc.integer({ min: 1, max: 9 }),
  language: fc.constantFrom('en', 'de', 'ja'),
  chunks: fc.array(chunk, { maxLength: 8 }),
});

const change = fc.oneof(
  { weight: 4, arbitrary: source.map((source) => ({ kind: 'add' as const, source })) },
  { weight: 1, arbitrary: sourceId.map((sourceId) => ({ kind: 'remove' as const, sourceId })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'compact' as const }) },
);
const history = fc.array(change, { maxLength: 14 });
const queryTerms = fc.uniqueArray(
  fc.record({ term: fc.constantFrom(...words, 'unknown'), weight: fc.constantFrom(1, 0.5, 0.15) }),
  { selector: ({ term }) => term, maxLength: 5 },
);
const request = fc.record({
  queryVector: vector.map((v) => Float32Array.from(v)),
  queryTerms,
  limit: fc.integer({ min: 1, max: 12 }),
});
const filter = fc.option(
  fc.uniqueArray(sourceId, { maxLength: 4 }).map((ids) => new Set<string>(ids)),
  { nil: undefined },
);

describe('searchIndexes', () => {
  it('finds what comparing every chunk finds, in one or several knowledge bases, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(history, { minLength: 1, maxLength: 3 }),
        request,
        filter,
        fc.array(fc.nat(), { maxLength: 4 }),
        (histories, request, sourceIds, picks) => {
          // A source belongs to one knowledge base.
          const built = histories.map((changes, i) => build(changes.map((change) => inBase(change, i))));
          const scoped =
            sourceIds && new Set([...sourceIds].flatMap((id) => histories.map((_, i) => `${id}${i}`)));
          const asked = { ...request, ...(scoped && { sourceIds: scoped }) };
          const all = scoreAll(
            built.map(({ base }) => base),
            asked,
          );
          const known = picks.flatMap((pick) => all[pick % all.length] ?? []);
          const addresses = known.flatMap((one) => [
            one,
            { ...one, revision: one.revision + 1 },
            { ...one, position: one.position + 9 },
          ]);
          const found = searchIndexes(
            built.map(({ index }) => index),
            { ...asked, addresses },
          );
          expectRight(found, all, { ...asked, addresses: known });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('finds the same whatever the order in which sources were added', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(source, { selector: ({ sourceId }) => sourceId }),
        request,
        (sources, request) => {
          const forth = build(sources.map((source) => ({ kind: 'add', source })));
          const back = build(sources.toReversed().map((source) => ({ kind: 'add', source })));
          expect(sorted(searchIndexes([back.index], request))).toEqual(
            sorted(searchIndexes([forth.index], request)),
          );
        },
      ),
    );
  });

  it('chooses among a thousand equal chunks by source, then position', () => {
    const index = createSearchIndex();
    const same: Chunk = { terms: new Map([['ant', 1]]), length: 1, vector: [1, 0, 0, 0, 0] };
    for (const name of ['k', 'c', 'x', 'a', 'm'])
      add(index, {
        sourceId: `src_${name}`,
        revision: 1,
        language: 'en',
        chunks: Array.from({ length: 200 }, () => same),
      });
    const found = searchIndexes([index], {
      queryVector: Float32Array.of(1, 0, 0, 0, 0),
      queryTerms: [{ term: 'ant', weight: 1 }],
      limit: 3,
    });
    expect(sorted(found).map(({ sourceId, position }) => [sourceId, position])).toEqual([
      ['src_a', 0],
      ['src_a', 1],
      ['src_a', 2],
    ]);
  });

  it('the highest possible score includes terms that no chunk holds', () => {
    const { index } = build([{ kind: 'add', source: animals }]);
    const [full] = searchIndexes([index], { queryTerms: [{ term: 'ant', weight: 1 }], limit: 1 });
    const [half] = searchIndexes([index], {
      queryTerms: [
        { term: 'ant', weight: 1 },
        { term: 'unknown', weight: 1 },
      ],
      limit: 1,
    });
    expect(half?.bm25).toBe(full?.bm25);
    expect(half?.share).toBeLessThan((full?.share ?? 0) / 2);
  });

  it('the highest possible score counts one of several alternatives, and one in the scope', () => {
    const { index } = build([{ kind: 'add', source: animals }]);
    const shareOf = (...queryTerms: NonNullable<IndexRequest['queryTerms']>) =>
      searchIndexes([index], { queryTerms, limit: 1 })[0]?.share;
    const ant = { term: 'ant', weight: 1 };
    const unknown = { term: 'unknown', weight: 1 };
    expect(shareOf({ ...ant, group: 1 }, { ...unknown, group: 1 })).toBe(shareOf(ant));
    expect(shareOf(ant, { ...unknown, group: 1 }, { term: 'nowhere', weight: 0.5, group: 1 })).toBe(
      shareOf(ant, unknown),
    );
  });

  it('returns 0 for the score that the request did not ask for', () => {
    const { index } = build([{ kind: 'add', source: animals }]);
    const [byTerm] = searchIndexes([index], { queryTerms: [{ term: 'ant', weight: 1 }], limit: 1 });
    expect(byTerm).toMatchObject({ sourceId: 'src_animals', revision: 1, position: 0, cosine: 0 });
    const [byVector] = searchIndexes([index], { queryVector: Float32Array.of(0, 2, 0, 0, 0), limit: 1 });
    expect(byVector).toEqual({
      sourceId: 'src_animals',
      revision: 1,
      position: 1,
      language: 'en',
      cosine: 1,
      bm25: 0,
      share: 0,
      matchedWords: 0,
    });
  });

  it('finds nothing for the zero vector, in an empty index, or without a query', () => {
    const { index } = build([{ kind: 'add', source: animals }]);
    expect(searchIndexes([index], { queryVector: new Float32Array(dimensions), limit: 5 })).toEqual([]);
    expect(searchIndexes([index], { limit: 5 })).toEqual([]);
    expect(searchIndexes([index], { queryTerms: [{ term: 'ant', weight: 1 }], limit: 0 })).toEqual([]);
    expect(
      searchIndexes([createSearchIndex()], {
        queryVector: Float32Array.of(1, 1, 1, 1, 1),
        limit: 5,
      }),
    ).toEqual([]);
    expect(searchIndexes([], { queryTerms: [{ term: 'ant', weight: 1 }], limit: 5 })).toEqual([]);
  });
});

describe('hidden sources', () => {
  it('change nothing: hits, scores, counts and languages are those of an index that never had them', () => {
    fc.assert(
      fc.property(history, request, fc.uniqueArray(sourceId, { maxLength: 6 }), (changes, request, ids) => {
        const hiddenSourceIds = new Set<string>(ids);
        const { index } = build(changes);
        const never = build(
          changes.filter((one) => one.kind !== 'add' || !hiddenSourceIds.has(one.source.sourceId)),
        );
        const byPlace = (a: Candidate, b: Candidate): number =>
          a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.position - b.position;
        expect(searchIndexes([index], { ...request, hiddenSourceIds }).sort(byPlace)).toEqual(
          searchIndexes([never.index], request).sort(byPlace),
        );
        expect(index.languages(hiddenSourceIds).sort()).toEqual(never.index.languages().sort());
        never.index.compact();
        expect(countTerms([index], words, hiddenSourceIds)).toEqual(
          countTerms([never.index], words, new Set()),
        );
      }),
    );
  });
});

describe('a search index', () => {
  it('knows its sources, chunks and languages after any changes', () => {
    fc.assert(
      fc.property(history, (changes) => {
        const { index, base } = build(changes);
        const sources = [...base.values()];
        expect(index.chunkCount).toBe(sources.reduce((sum, source) => sum + source.chunks.length, 0));
        expect(index.languages().toSorted()).toEqual(
          [...new Set(sources.map((source) => source.language))].sort(),
        );
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f'] as const)
          expect(index.changeOf(`src_${name}`)).toBe(base.has(`src_${name}`) ? 1 : undefined);
        expect(index.sourceIds().toSorted()).toEqual([...base.keys()].sort());
      }),
    );
  });

  it('refuses a segment of other dimensions and keeps what it had', () => {
    const { index } = build([{ kind: 'add', source: animals }]);
    const other = buildSegment({
      dimensions: 4,
      vectors: new Float32Array(4),
      language: 'en',
      chunks: [{ terms: new Map(), length: 1 }],
    });
    expect(() => index.add({ sourceId: 'src_animals', revision: 2, changeNo: 2 }, other)).toThrow(
      'Vectors of 4 dimensions for an index of 5',
    );
    expect(index.chunkCount).toBe(3);
  });

  it('frees memory once enough slots are dead, and still finds the other sources', () => {
    const index = createSearchIndex();
    const chunks = Array.from({ length: 500 }, (_, i): Chunk => {
      const terms = new Map([
        [`only-${i}`, 1],
        ['all', 1],
      ]);
      return { terms, length: 2, vector: i === 7 ? [0, 1, 0, 0, 0] : [1, 0, 0, 0, 0] };
    });
    for (let i = 0; i < 10; i++) add(index, { sourceId: `src_${i}`, revision: 1, language: 'en', chunks });
    const before = index.byteSize;
    for (let i = 0; i < 9; i++) index.remove(`src_${i}`);
    expect(index.byteSize).toBeLessThan(before / 2);
    const seven = [{ sourceId: 'src_9', position: 7 }];
    expect(searchIndexes([index], { queryTerms: [{ term: 'only-7', weight: 1 }], limit: 1 })).toMatchObject(
      seven,
    );
    expect(searchIndexes([index], { queryVector: Float32Array.of(0, 1, 0, 0, 0), limit: 1 })).toMatchObject(
      seven,
    );
  });
});

const animals: Source = {
  sourceId: 'src_animals',
  revision: 1,
  language: 'en',
  chunks: [
    { terms: new Map([['ant', 1]]), length: 1, vector: [1, 0, 0, 0, 0] },
    { terms: new Map([['bee', 1]]), length: 1, vector: [0, 1, 0, 0, 0] },
    { terms: new Map([['cat', 1]]), length: 1, vector: [0, 0, 1, 0, 0] },
  ],
};

type Change = { kind: 'add'; source: Source } | { kind: 'remove'; sourceId: SourceId } | { kind: 'compact' };

function inBase(change: Change, i: number): Change {
  if (change.kind === 'add')
    return { ...change, source: { ...change.source, sourceId: `${change.source.sourceId}${i}` } };
  return change.kind === 'remove' ? { ...change, sourceId: `${change.sourceId}${i}` } : change;
}

function build(changes: readonly Change[]): { index: SearchIndex; base: Base } {
  // Few slots per part, so that most histories fill several parts.
  const index = createSearchIndex({ slotsPerPart: 12 });
  const base: Base = new Map();
  for (const change of changes) {
    if (change.kind === 'compact') index.compact();
    else if (change.kind === 'remove') {
      index.remove(change.sourceId);
      base.delete(change.sourceId);
    } else {
      add(index, change.source);
      base.set(change.source.sourceId, change.source);
    }
  }
  return { index, base };
}

function add(index: SearchIndex, source: Source): void {
  index.add({ ...source, changeNo: 1 }, segmentOf(source));
}

function segmentOf({ chunks, language }: Source): Segment {
  const vectors = Float32Array.from(chunks.flatMap((chunk) => chunk.vector));
  return buildSegment({ dimensions, vectors, language, chunks });
}

/** Scores every chunk in scope by the definition of both scores. */
function scoreAll(bases: Base[], { queryVector, queryTerms = [], sourceIds }: IndexRequest): Candidate[] {
  const [k1, b] = [0.9, 0.7];
  const sources = bases
    .flatMap((base) => [...base.values()])
    .filter(({ sourceId }) => sourceIds?.has(sourceId) ?? true);
  const chunks = sources.flatMap((source) =>
    source.chunks.map((chunk, position) => ({ source, position, ...chunk })),
  );
  const tokens = chunks.reduce((sum, { length }) => sum + length, 0);
  const average = (tokens + PRIOR.lengthCount * PRIOR.length) / (chunks.length + PRIOR.lengthCount);
  const count = Math.max(chunks.length, PRIOR.chunkCount);
  const idf = (df: number) => Math.log(1 + (count - df + 0.5) / (df + 0.5));
  const idfOf = (term: string, weight: number) => {
    const df = chunks.filter(({ terms }) => terms.has(term)).length;
    return idf(weight > PRIOR.functionWord ? df : PRIOR.functionWordRate * count);
  };
  const reachable = queryTerms.reduce(
    (sum, { term, weight }) => sum + weight * (k1 + 1) * idfOf(term, weight),
    0,
  );
  return chunks.map(({ source: { sourceId, revision }, position, terms, length, vector }) => {
    let bm25 = 0;
    for (const { term, weight } of queryTerms) {
      const tf = terms.get(term) ?? 0;
      bm25 += (weight * idfOf(term, weight) * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / average));
    }
    return {
      language: 'en',
      sourceId,
      revision,
      position,
      cosine: cosine(vector, [...(queryVector ?? [])]),
      bm25,
      share: bm25 && bm25 / reachable,
      matchedWords: bm25 / ((k1 + 1) * idf(0)),
    };
  });
}

/** Sorts by source, then position. */
function sorted(candidates: Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => a.sourceId.localeCompare(b.sourceId) || a.position - b.position);
}

function cosine(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const norms = Math.sqrt(dot(a, a) * dot(b, b));
  return norms && dot(a, b) / norms;
}

/** Checks that the scores are right, and that `found` holds every chunk that is clearly among the best by either score
 *  and those at the
 *  addresses, and none that clearly isn't. Of two chunks that differ only by rounding, either may be found. */
function expectRight(
  found: Candidate[],
  all: Candidate[],
  { queryVector, limit, addresses = [] }: IndexRequest,
): void {
  const key = ({ sourceId, revision, position }: ChunkAddress) => `${sourceId} ${revision} ${position}`;
  const wanted = new Set(addresses.map(key));
  const byKey = new Map(all.map((candidate) => [key(candidate), candidate]));
  expect(new Set(found.map(key)).size).toBe(found.length);
  for (const candidate of found) {
    const right = byKey.get(key(candidate));
    for (const score of ['cosine', 'bm25', 'share', 'matchedWords'] as const)
      expect(candidate[score]).toBeCloseTo(right?.[score] ?? NaN, 5);
  }
  const cut = (score: 'cosine' | 'bm25') =>
    all.map((candidate) => candidate[score]).sort((a, b) => b - a)[limit - 1] ?? -2;
  const isSemantic = queryVector?.some((x) => x !== 0);
  const [nearest, matching] = [isSemantic ? cut('cosine') : 2, Math.max(0, cut('bm25'))];
  const among = (slack: number) => (c: Candidate) =>
    c.cosine > nearest + slack || (c.bm25 > 1e-9 && c.bm25 > matching + slack) || wanted.has(key(c));
  expect(found.filter(among(-1e-5))).toEqual(found);
  expect(found.map(key)).toEqual(expect.arrayContaining(all.filter(among(1e-5)).map(key)));
  if (isSemantic) expect(found.length).toBeGreaterThanOrEqual(Math.min(limit, all.length));
}
