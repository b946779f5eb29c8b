import type { SourceId } from '#lib/ids.ts';
import type { Segment } from '#segment/segment.ts';
import type { Candidate, ChunkAddress, Direction } from '#storage/engine.ts';
import { type Bm25Limits, type Bm25Options, countChunks, type WeightedTerm, weighTerms } from './bm25.ts';
import { DocTable } from './doc-table.ts';
import { best, cutTies, nearestRows, rowsOf, type ScoredRow } from './merge-found.ts';
import { countPostings, Postings } from './postings.ts';
import { quantizeQuery } from './query-vector.ts';
import { type FoundInPart, type PartQuery, type SearchedPart, searchParts } from './search-part.ts';
import {
  type IndexPart,
  openScope,
  partOf,
  rowAt,
  type SearchedSources,
  type SearchScope,
} from './search-scope.ts';
import type { SearchThreads } from './search-threads.ts';
import type { SegmentPack } from './segment-pack.ts';
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
    return this.#parts.reduce((sum, { postings }) => sum + countPostings(postings.arrays, term), 0);
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
    this.#assertDimensions(segment.dimensions);
    this.remove(source.sourceId);
    const { slots, vectors, postings } = this.#partWithRoom(segment.chunkCount, segment.dimensions);
    vectors.write(slots.slotCount, segment.vectors);
    postings.add(segment, slots.slotCount);
    slots.add(source, segment);
  }

  /** Adds all sources of a pack, of which none may be in the index, in short steps, between which nothing may search the
   *  index. Throws when it has other dimensions. */
  *addPack({
    dimensions,
    slotCount,
    sources,
    lengths,
    postings: terms,
    vectors: rows,
  }: SegmentPack): Generator<void> {
    this.#assertDimensions(dimensions);
    const { slots, vectors, postings } = this.#partWithRoom(slotCount, dimensions);
    const first = slots.slotCount;
    vectors.restore(first, rows, slotCount);
    yield* postings.addDump(first, slotCount, terms);
    for (const source of sources) {
      const from = slots.slotCount - first;
      slots.add(source, {
        language: source.language,
        lengths: lengths.subarray(from, from + source.chunkCount),
      });
    }
  }

  /** Removes a source. Does nothing if it isn't in the index. */
  remove(sourceId: SourceId): void {
    for (const [i, part] of this.#parts.entries()) {
      const source = part.slots.get(sourceId);
      if (!source) continue;
      part.slots.remove(source);
      const { deadCount, slotCount } = part.slots;
      if (deadCount > deadSlots && deadCount > deadShare * slotCount) this.#parts[i] = compacted(part);
      return;
    }
  }

  /** Rewrites every part without dead slots. `remove` and `add` rewrite a single part once it has enough dead slots. */
  compact(): void {
    this.#parts = this.#parts.map((part) => compacted(part));
  }

  #assertDimensions(dimensions: number): void {
    this.#dimensions ??= dimensions;
    if (dimensions !== this.#dimensions)
      throw new Error(`Vectors of ${dimensions} dimensions for an index of ${this.#dimensions}`);
  }

  /** The first part with enough free slots, so that parts that shrank fill up again. */
  #partWithRoom(chunkCount: number, dimensions: number): IndexPart {
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

/** On judged sets, k1 from 0.7 to 1.2 ranks hybrid results alike. In keyword-only search, questions work best with a
 *  smaller k1 and abstracts with a larger one: see bench/results/scores.md. */
const BM25: Bm25Options = { k1: 0.9, b: 0.7 };

/** Searches several knowledge bases as if they were one. Each candidate has both raw scores, whichever search found it.
 *  Without a vector (or with the zero vector) cosine is 0; without terms the other scores are 0. Candidates are
 *  unordered, and which ones are found does not depend on the order in which sources were added. */
export function searchIndexes(indexes: readonly SearchIndex[], request: IndexRequest): Candidate[] {
  const plan = planSearch(indexes, request);
  return merge(plan, searchParts(plan.parts, plan.query));
}

/** The same, on other threads if there is much to search. It does not see changes made meanwhile. turn: threads are shared out
 *  between the searches of different turns. */
export async function searchOnThreads(
  threads: SearchThreads,
  turn: string,
  indexes: readonly SearchIndex[],
  request: IndexRequest,
): Promise<Candidate[]> {
  const plan = planSearch(indexes, request);
  const { parts } = plan.scope;
  for (const { slots } of parts) slots.readers += 1;
  try {
    return merge(plan, await threads.search(turn, plan.parts, plan.query));
  } finally {
    for (const { slots } of parts) slots.readers -= 1;
  }
}

type Plan = {
  scope: SearchScope;
  parts: SearchedPart[];
  query: PartQuery;
  limits: Bm25Limits;
  limit: number;
};

function planSearch(indexes: readonly SearchIndex[], request: IndexRequest): Plan {
  const { queryVector, queryTerms = [], limit, addresses = [], bm25 = BM25 } = request;
  const scope = openScope(limit < 1 ? [] : indexes.flatMap((index) => index.parts), request);
  const vector = quantizeQuery(queryVector ?? noVector);
  const { query: words, limits } = weighTerms(scope, queryTerms, bm25);
  const asked = addresses.flatMap((address) => rowAt(scope, address) ?? []);
  return {
    scope,
    parts: scope.parts.map((part) => ({
      vectors: part.vectors,
      runs: part.runs,
      words: { postings: part.postings, span: part.span, lengths: part.lengths },
      asked: asked
        .map((row) => row - part.firstRow)
        .filter((slot) => slot >= 0 && slot < part.slots.slotCount),
    })),
    query: { limit, words, ...(vector.inverseNorm > 0 && { vector }) },
    limits,
    limit,
  };
}

/** The candidates of all parts. */
function merge({ scope, limits, limit, query }: Plan, found: readonly FoundInPart[]): Candidate[] {
  const matching = rowsOf(found, ({ matching }) => matching);
  const addressAt = ({ part, slot }: ScoredRow) => addressOf(scope, part, slot);
  const chosen = new Map<number, ScoredRow>();
  const choose = (rows: Iterable<ScoredRow>): void => {
    for (const row of rows) chosen.set((scope.parts[row.part]?.firstRow ?? 0) + row.slot, row);
  };
  const nearest = query.vector ? nearestRows(found, limit) : [];
  choose(cutTies(nearest, limit, (row) => row.cosine, addressAt));
  const words = best(matching, limit, (row) => row.bm25);
  choose(cutTies(words, limit, (row) => row.bm25, addressAt));
  choose(rowsOf(found, ({ asked }) => asked));
  return Array.from(chosen.values(), (row) => {
    const { bm25, cosine } = row;
    // Several alternatives in one chunk all score, but the highest possible score counts only one.
    const share = bm25 && Math.min(1, bm25 / limits.query);
    return { ...addressAt(row), cosine, bm25, share, matchedWords: bm25 / limits.word };
  });
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

function addressOf(
  { parts }: SearchScope,
  part: number,
  slot: number,
): ChunkAddress & Pick<Candidate, 'language'> {
  const owner = parts[part]?.slots.owner(slot);
  if (!owner) throw new RangeError(`No part ${part} in this scope`);
  const { sourceId, revision, language, first } = owner;
  return { sourceId, revision, position: slot - first, language };
}
