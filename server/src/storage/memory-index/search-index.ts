import type { SourceId } from '#lib/ids.ts';
import type { Segment } from '#segment/segment.ts';
import type { Candidate, ChunkAddress, Direction } from '#storage/engine.ts';
import { Bm25Accumulator, type Bm25Options, countChunks, type WeightedTerm } from './bm25.ts';
import { DocTable } from './doc-table.ts';
import { Postings } from './postings.ts';
import { type QueryVector, quantizeQuery } from './query-vector.ts';
import {
  type IndexPart,
  openScope,
  partOf,
  rowAt,
  type SearchedSources,
  type SearchScope,
  type VectorScope,
} from './search-scope.ts';
import { TopRows } from './top-rows.ts';
import { Vectors } from './vectors.ts';

/** Slots per part. Rewriting a part of this size takes 30 to 70 ms, the longest that a change may block other work. */
const slotsPerPart = 32_768;
/** A part is rewritten when more than this many of its slots are dead, and more than this share. */
const deadSlots = 1000;
const deadShare = 0.3;

/** Creates an empty search index for one knowledge base. Its first segment sets the dimensions of its vectors. */
export function createSearchIndex(options: { slotsPerPart?: number } = {}): SearchIndex {
  return new SearchIndex(options.slotsPerPart ?? slotsPerPart);
}

/** The search index of one knowledge base, in memory. Segments are added and removed by source, and `searchIndexes`
 *  searches it. Each change is one synchronous step, so a search sees all of it or nothing. The index is split into
 *  parts to keep each step short. */
export class SearchIndex {
  readonly #slotsPerPart: number;
  #parts: IndexPart[] = [];
  #dimensions: number | undefined;

  constructor(slotsPerPart: number) {
    this.#slotsPerPart = slotsPerPart;
  }

  /** The dimensions of its vectors; undefined until the first segment is added. */
  get dimensions(): number | undefined {
    return this.#dimensions;
  }

  /** What a search reads. Don't keep a reference: any change may replace it. */
  get parts(): readonly IndexPart[] {
    return this.#parts;
  }

  get chunkCount(): number {
    return this.#parts.reduce((sum, { slots }) => sum + slots.chunkCount, 0);
  }

  /** The approximate memory of the index in bytes. */
  get byteSize(): number {
    return this.#parts.reduce((sum, { slots, vectors, postings }) => {
      return sum + slots.byteSize + vectors.byteSize + postings.byteSize;
    }, 0);
  }

  /** The distinct languages of the sources, without those that are hidden. */
  languages(hiddenSourceIds?: ReadonlySet<string>): string[] {
    return [
      ...new Set(
        this.#parts.flatMap(({ slots }) =>
          hiddenSourceIds ? slots.languagesWithout(hiddenSourceIds) : slots.languages,
        ),
      ),
    ];
  }

  /** How many chunks hold the term. Those of removed sources count until their part is rewritten. */
  count(term: string): number {
    return this.#parts.reduce((sum, { postings }) => sum + postings.count(term), 0);
  }

  /** The change that wrote a source; undefined if it isn't in the index. */
  changeOf(sourceId: SourceId): number | undefined {
    for (const { slots } of this.#parts) {
      const source = slots.get(sourceId);
      if (source) return source.changeNo;
    }
    return undefined;
  }

  sourceIds(): SourceId[] {
    return this.#parts.flatMap(({ slots }) => [...slots.live()].map(({ sourceId }) => sourceId));
  }

  /** Adds a source, replacing any other revision of it. Throws when the segment has other dimensions. */
  add(source: { sourceId: SourceId; revision: number; changeNo: number }, segment: Segment): void {
    this.#dimensions ??= segment.dimensions;
    if (segment.dimensions !== this.#dimensions) {
      throw new Error(`Segment of ${segment.dimensions} dimensions for an index of ${this.#dimensions}`);
    }
    this.remove(source.sourceId);
    const { slots, vectors, postings } = this.#partWithRoom(segment);
    vectors.write(slots.slotCount, segment.vectors);
    postings.add(segment, slots.slotCount);
    slots.add(source, segment);
  }

  /** Removes a source. Does nothing if it isn't in the index. */
  remove(sourceId: SourceId): void {
    for (const [i, part] of this.#parts.entries()) {
      const source = part.slots.get(sourceId);
      if (!source) continue;
      part.slots.remove(source);
      part.vectors.clear(source.first, source.chunkCount);
      const { deadCount, slotCount } = part.slots;
      if (deadCount > deadSlots && deadCount > deadShare * slotCount) this.#parts[i] = compacted(part);
      return;
    }
  }

  /** Rewrites every part without dead slots. `remove` and `add` rewrite a single part once it has enough dead slots. */
  compact(): void {
    this.#parts = this.#parts.map((part) => compacted(part));
  }

  /** The first part with enough free slots, so that parts that shrank fill up again. */
  #partWithRoom({ chunkCount, dimensions }: Segment): IndexPart {
    const known = this.#parts.find(({ slots }) => slots.slotCount + chunkCount <= this.#slotsPerPart);
    if (known) return known;
    const part = { slots: new DocTable(), vectors: new Vectors(dimensions), postings: new Postings() };
    this.#parts.push(part);
    return part;
  }
}

/** Replaces `old`, which must not be used afterwards. */
function compacted(old: IndexPart): IndexPart {
  const [slots, vectors] = [new DocTable(), new Vectors(old.vectors.dimensions)];
  // New slot + 1; 0 for dead slots.
  const moves = new Uint32Array(old.slots.slotCount);
  for (const source of old.slots.live()) {
    const { language, chunkCount } = source;
    const lengths = old.slots.lengths.subarray(source.first, source.first + chunkCount);
    const { first } = slots.add(source, { language, lengths });
    vectors.copy(first, old.vectors, source.first, chunkCount);
    for (let i = 0; i < chunkCount; i++) moves[source.first + i] = first + i + 1;
  }
  old.postings.renumber(moves);
  return { slots, vectors, postings: old.postings };
}

/** A search by meaning (`queryVector`), by terms (`queryTerms`), or both. BM25 counts only chunks of the sources that it
 *  covers. */
export type IndexRequest = SearchedSources & {
  readonly queryVector?: Float32Array;
  /** Distinct terms. */
  readonly queryTerms?: readonly WeightedTerm[];
  /** How many candidates each of the two searches returns. */
  readonly limit: number;
  /** See CandidateQuery. */
  readonly addresses?: readonly ChunkAddress[];
  readonly bm25?: Bm25Options;
};

/** How many rows the coarse scan passes to the exact cosine, to find the nearest `limit`. Of the 50 nearest among
 *  57,000 real passages, 2 times the limit keeps 99.8%, 3 times 99.98%. */
const coarseRows = (limit: number): number => Math.max(100, 3 * limit);

/** On judged sets, k1 from 0.7 to 1.2 ranks hybrid results alike. In keyword-only search, questions work best with a
 *  smaller k1 and abstracts with a larger one: see bench/results/scores.md. */
const BM25: Bm25Options = { k1: 0.9, b: 0.7 };
/** One accumulator for all searches of this thread: each search runs, reads and clears it in one synchronous step. */
const accumulator = new Bm25Accumulator();

/** Searches several knowledge bases as if they were one. Each candidate has both raw scores, whichever search found it.
 *  Without a vector (or with the zero vector) cosine is 0; without terms the other scores are 0. Candidates are
 *  unordered, and which ones are found does not depend on the order in which sources were added. */
export function searchIndexes(indexes: readonly SearchIndex[], request: IndexRequest): Candidate[] {
  const { queryVector, queryTerms = [], limit, addresses = [], bm25 = BM25 } = request;
  if (limit < 1) return [];
  const scope = openScope(
    indexes.flatMap((index) => index.parts),
    request,
  );
  const query = quantizeQuery(queryVector ?? noVector);
  try {
    const most = accumulator.run(scope, queryTerms, bm25);
    const nearest = query.inverseNorm > 0 ? nearestRows(scope, query, limit) : noRows;
    const matching = accumulator.top(limit);
    const addressAt = (row: number): ChunkAddress => addressOf(scope, row);
    const rows = new Set(cutTies(nearest, limit, (row) => cosineAt(scope, row), addressAt));
    for (const row of cutTies(matching, limit, (row) => accumulator.score(row), addressAt)) rows.add(row);
    for (const address of addresses) {
      const row = rowAt(scope, address);
      if (row !== undefined) rows.add(row);
    }
    return Array.from(rows, (row) => {
      const bm25 = accumulator.score(row);
      const cosine = query.inverseNorm > 0 ? cosineAt(scope, row) : 0;
      // Several alternatives in one chunk all score, but the highest possible score counts only one.
      const share = bm25 && Math.min(1, bm25 / most.query);
      return { ...addressOf(scope, row), cosine, bm25, share, matchedWords: bm25 / most.word };
    });
  } finally {
    accumulator.clear();
  }
}

/** How many chunks hold each term, in the order of the terms, without those of hidden sources. */
export function countTerms(
  indexes: readonly SearchIndex[],
  terms: readonly string[],
  hiddenSourceIds: ReadonlySet<string> | undefined,
): number[] {
  if (!hiddenSourceIds)
    return terms.map((term) => indexes.reduce((sum, index) => sum + index.count(term), 0));
  const { parts } = openScope(
    indexes.flatMap((index) => index.parts),
    { hiddenSourceIds },
  );
  return terms.map((term) => parts.reduce((sum, part) => sum + countChunks(part, term), 0));
}

/** The vectors of chunks, in the order of the addresses. */
export function vectorsAt(
  indexes: readonly SearchIndex[],
  addresses: readonly ChunkAddress[],
): (Direction | undefined)[] {
  const scope = openScope(indexes.flatMap((index) => index.parts));
  return addresses.map((address) => {
    const row = rowAt(scope, address);
    if (row === undefined) return undefined;
    const { vectors, firstRow } = partOf(scope, row);
    return vectors.row(row - firstRow);
  });
}

const noVector = new Float32Array(0);
const noRows = new Uint32Array(0);

/** The `limit` rows with the highest cosine and all that tie with the last, unordered. */
export function nearestRows(scope: VectorScope, query: QueryVector, limit: number): Uint32Array {
  const coarse = new TopRows(coarseRows(limit));
  for (const { vectors, runs, firstRow } of scope.parts) {
    vectors.setQuery(query);
    for (const { first, end } of runs) vectors.scan(first, end, firstRow, coarse);
  }
  const exact = new TopRows(limit);
  for (const row of coarse.rows()) exact.offer(row, cosineAt(scope, row));
  return exact.rows();
}

export function cosineAt(scope: VectorScope, row: number): number {
  const { vectors, firstRow } = partOf(scope, row);
  return vectors.cosine(row - firstRow);
}

function addressOf(scope: SearchScope, row: number): ChunkAddress & Pick<Candidate, 'language'> {
  const { slots, firstRow } = partOf(scope, row);
  const { sourceId, revision, language, first } = slots.owner(row - firstRow);
  return { sourceId, revision, position: row - firstRow - first, language };
}

/** Among rows that tie with the last of the best, keeps those first by source and position. */
export function cutTies(
  rows: Uint32Array,
  limit: number,
  score: (row: number) => number,
  addressAt: (row: number) => ChunkAddress,
): Iterable<number> {
  if (rows.length <= limit) return rows;
  return Array.from(rows, (row) => ({ row, score: score(row), ...addressAt(row) }))
    .sort((a, b) => b.score - a.score || compare(a.sourceId, b.sourceId) || a.position - b.position)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** Compares strings by code units. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
