import type { SourceId } from '#lib/ids.ts';
import type { Segment } from '#lib/segment.ts';
import type { Candidate } from '#storage/engine.ts';
import { Bm25Accumulator, type Bm25Options, type WeightedTerm } from './bm25.ts';
import { Postings } from './postings.ts';
import { type QueryVector, quantizeQuery } from './query-vector.ts';
import { type IndexParts, openScope, partOf, type SearchScope } from './search-scope.ts';
import { Slots } from './slots.ts';
import { TopRows } from './top-rows.ts';
import { Vectors } from './vectors.ts';

/** Rewriting the index pays when more slots than this are dead, and more than this share of all. */
const deadSlots = 1000;
const deadShare = 0.3;

/** An empty search index for one knowledge base whose vectors have `dimensions` components. */
export function createSearchIndex(options: { dimensions: number }): SearchIndex {
  return new SearchIndex(options.dimensions);
}

/** The search index of one knowledge base, in memory: segments come and go by source, `searchIndexes` searches it.
 *  Each change is one synchronous step: a search sees all of it or nothing. */
export class SearchIndex {
  readonly #dimensions: number;
  #parts: IndexParts;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#parts = { slots: new Slots(), vectors: new Vectors(dimensions), postings: new Postings() };
  }

  /** What a search reads; not to be kept, because compacting replaces it. */
  get parts(): IndexParts {
    return this.#parts;
  }

  get chunkCount(): number {
    return this.#parts.slots.chunkCount;
  }

  /** About the bytes of memory that the index holds. */
  get byteSize(): number {
    const { slots, vectors, postings } = this.#parts;
    return slots.byteSize + vectors.byteSize + postings.byteSize;
  }

  /** The distinct languages of the sources. */
  get languages(): string[] {
    return this.#parts.slots.languages;
  }

  has(sourceId: SourceId): boolean {
    return this.#parts.slots.get(sourceId) !== undefined;
  }

  /** Puts a source in, in place of any other revision of it. Throws when the segment has other dimensions. */
  add(source: { sourceId: SourceId; revision: number }, segment: Segment): void {
    if (segment.dimensions !== this.#dimensions) {
      throw new Error(`Segment of ${segment.dimensions} dimensions for an index of ${this.#dimensions}`);
    }
    this.remove(source.sourceId);
    const { slots, vectors, postings } = this.#parts;
    vectors.write(slots.slotCount, segment.vectors);
    postings.add(segment, slots.slotCount);
    slots.add(source, segment);
  }

  /** Takes a source out; does nothing when it is not there. */
  remove(sourceId: SourceId): void {
    const { slots, vectors } = this.#parts;
    const source = slots.get(sourceId);
    if (!source) return;
    slots.remove(source);
    vectors.clear(source.first, source.chunkCount);
    if (slots.deadCount > deadSlots && slots.deadCount > deadShare * slots.slotCount) this.compact();
  }

  /** Rewrites the index without dead slots; `remove` and `add` do it when it pays. */
  compact(): void {
    const old = this.#parts;
    const [slots, vectors] = [new Slots(), new Vectors(this.#dimensions)];
    // New slot + 1; 0 for the dead.
    const moves = new Uint32Array(old.slots.slotCount);
    for (const source of old.slots.live()) {
      const { language, chunkCount } = source;
      const lengths = old.slots.lengths.subarray(source.first, source.first + chunkCount);
      const { first } = slots.add(source, { language, lengths });
      vectors.copy(first, old.vectors, source.first, chunkCount);
      for (let i = 0; i < chunkCount; i++) moves[source.first + i] = first + i + 1;
    }
    old.postings.renumber(moves);
    this.#parts = { slots, vectors, postings: old.postings };
  }
}

/** A search by meaning (`queryVector`), by terms (`queryTerms`), or both. */
export type IndexRequest = {
  readonly queryVector?: Float32Array;
  /** Distinct terms. */
  readonly queryTerms?: readonly WeightedTerm[];
  /** When given, only these sources are searched, and BM25 counts only their chunks. */
  readonly sourceIds?: ReadonlySet<string>;
  /** Candidates that each of the two ways brings. */
  readonly limit: number;
  readonly bm25?: Bm25Options;
};

/** How many rows the coarse scan hands on to the exact cosine, to find the nearest `limit`. Of the 50 nearest among
 *  57,000 real passages 2 times the limit keeps 99.8 percent, 3 times 99.98. */
const coarseRows = (limit: number): number => Math.max(100, 3 * limit);

const defaults: Bm25Options = { k1: 1.2, b: 0.75 };
const accumulator = new Bm25Accumulator();

/** Searches several knowledge bases as if they were one. Each candidate has both raw scores, whichever way found it;
 *  without a vector (or with the zero vector) cosine is 0, without terms bm25 and share are. The nearest come first,
 *  best cosine first, then the rest by BM25. Nothing depends on the order in which sources were added. */
export function searchIndexes(indexes: readonly SearchIndex[], request: IndexRequest): Candidate[] {
  const { queryVector, queryTerms = [], sourceIds, limit, bm25 = defaults } = request;
  const scope = openScope(
    indexes.map((index) => index.parts),
    sourceIds,
  );
  const query = queryVector && quantizeQuery(queryVector);
  const isSemantic = query !== undefined && query.inverseNorm > 0;
  try {
    const reachable = accumulator.run(scope, queryTerms, bm25);
    const nearest = isSemantic ? nearestRows(scope, query, limit) : noRows;
    const matching = accumulator.top(limit);
    const candidates = new Map<number, Candidate>();
    for (const row of [...nearest, ...matching]) {
      if (!candidates.has(row)) candidates.set(row, candidateAt(scope, row, reachable, isSemantic));
    }
    const pick = (rows: Uint32Array, score: 'cosine' | 'bm25') => best(rows, candidates, score, limit);
    return [...new Set([...pick(nearest, 'cosine'), ...pick(matching, 'bm25')])];
  } finally {
    accumulator.clear();
  }
}

const noRows = new Uint32Array(0);

/** The `limit` rows of highest cosine, in no order, and all that tie with the last of them. */
function nearestRows(scope: SearchScope, query: QueryVector, limit: number): Uint32Array {
  const coarse = new TopRows(coarseRows(limit));
  for (const { vectors, runs, firstRow } of scope.parts) {
    vectors.setQuery(query);
    for (const { first, end } of runs) vectors.scan(first, end, firstRow, coarse);
  }
  const exact = new TopRows(limit);
  for (const row of coarse.rows()) {
    const { vectors, firstRow } = partOf(scope, row);
    exact.offer(row, vectors.cosine(row - firstRow));
  }
  return exact.rows();
}

function candidateAt(scope: SearchScope, row: number, reachable: number, isSemantic: boolean): Candidate {
  const { slots, vectors, firstRow } = partOf(scope, row);
  const slot = row - firstRow;
  const { sourceId, revision, first } = slots.owner(slot);
  const cosine = isSemantic ? vectors.cosine(slot) : 0;
  const bm25 = accumulator.score(row);
  return { sourceId, revision, position: slot - first, cosine, bm25, share: bm25 && bm25 / reachable };
}

/** Among equal scores the order is by source, then position: only here are ties cut. */
function best(
  rows: Uint32Array,
  candidates: ReadonlyMap<number, Candidate>,
  score: 'cosine' | 'bm25',
  limit: number,
): Candidate[] {
  return Array.from(rows, (row) => candidates.get(row))
    .filter((candidate) => candidate !== undefined)
    .sort(
      (a, b) =>
        b[score] - a[score] ||
        (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.position - b.position),
    )
    .slice(0, limit);
}
