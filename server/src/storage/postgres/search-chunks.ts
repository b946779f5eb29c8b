import type { SourceId, WorkspaceId } from '#lib/ids.ts';
import type { Candidate, CandidateQuery, ChunkAddress, SearchScope } from '#storage/engine.ts';
import { type QueryVector, quantizeQuery } from '#storage/memory-index/query-vector.ts';
import {
  accumulator,
  addressOf,
  BM25,
  compare,
  cosineAt,
  nearestRows,
} from '#storage/memory-index/search-index.ts';
import {
  openScope,
  type SearchScope as RowScope,
  rowAt,
  type SearchedSources,
  type WordPart,
} from '#storage/memory-index/search-scope.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';
import { MergedPostings } from './merged-postings.ts';
import { findNearest, type MergedChunk } from './nearest-chunks.ts';
import type { PostingLists } from './posting-lists.ts';
import { coverageOf, findSearched, type SearchedChunks, totalsOf } from './source-ranges.ts';

/** read: runs in the snapshot in which the indexes were opened. */
type Tools = { read: Execute; lists: PostingLists };

/** A chunk with its keyword score: an unmerged one with all its data, a merged one by its number. */
type Scored = { bm25: number } & (Described | { chunk: MergedChunk });

/** The position of a chunk, its language, and its cosine. */
type Described = Pick<Candidate, 'sourceId' | 'revision' | 'position' | 'language' | 'cosine'>;

/** The best chunks of several indexes, ranked as one. Unmerged chunks are searched in memory and merged ones in SQL.
 *  The keyword scores of both use the BM25 formula of the embedded engine. */
export async function searchChunks(
  tools: Tools,
  { workspaceId, sourceIds, hiddenSourceIds }: SearchScope,
  indexes: readonly OpenIndex[],
  { vector, terms = [], limit, addresses = [] }: CandidateQuery,
): Promise<Candidate[]> {
  if (limit < 1 || indexes.length === 0) return [];
  const { read } = tools;
  const query = quantizeQuery(vector ?? new Float32Array());
  const merged = indexes.filter(({ chunkCount }) => chunkCount > 0);
  const searched = await findSearched(read, workspaceId, merged, { sourceIds, hiddenSourceIds });
  const wanted = addresses.filter(
    ({ sourceId }) => (sourceIds?.has(sourceId) ?? true) && !hiddenSourceIds?.has(sourceId),
  );
  const [postings, nearest, asked] = await Promise.all([
    readPostings(tools, workspaceId, merged, { terms: terms.map(({ term }) => term), searched }),
    query.inverseNorm > 0 ? findNearest(read, workspaceId, merged, { query, searched, limit }) : [],
    findMerged(read, workspaceId, merged, wanted),
  ]);
  // Do not await between here and the end of the scoring: the data in memory must not change.
  const unmerged = openUnmerged(indexes, { sourceIds, hiddenSourceIds });
  const words = wordScope(unmerged, merged, postings, searched);
  let found: Scored[];
  let most: { query: number; word: number };
  try {
    most = accumulator.run(words, terms, BM25);
    found = scoreFound(unmerged, words.mergedParts, {
      query,
      limit,
      chunks: [...nearest, ...asked],
      addresses: wanted,
    });
  } finally {
    accumulator.clear();
  }
  const chunks = await describe(
    read,
    workspaceId,
    found.flatMap((scored) => ('chunk' in scored ? scored.chunk : [])),
    query,
  );
  const candidates = found.flatMap((scored): (Candidate & { bm25: number })[] => {
    const described = 'chunk' in scored ? chunks.get(keyOf(scored.chunk)) : scored;
    if (!described) return [];
    const { bm25 } = scored;
    return [
      { ...described, bm25, share: bm25 && Math.min(1, bm25 / most.query), matchedWords: bm25 / most.word },
    ];
  });
  return bestOfEach(candidates, { limit, hasVector: query.inverseNorm > 0, addresses });
}

/** A search scope of the unmerged rows. Call it in the same synchronous step as the search. */
export function openUnmerged(
  indexes: readonly OpenIndex[],
  { sourceIds, hiddenSourceIds }: SearchedSources,
): RowScope {
  const visible = indexes.map(({ unmerged }) => unmerged.visible());
  const isWhole = visible.every((sources) => sources === undefined);
  const seen = isWhole
    ? undefined
    : new Set(indexes.flatMap(({ unmerged }, i) => [...(visible[i] ?? sourcesOf(unmerged))]));
  return openScope(
    indexes.flatMap(({ unmerged }) => unmerged.index.parts),
    { sourceIds: seen && sourceIds ? seen.intersection(sourceIds) : (seen ?? sourceIds), hiddenSourceIds },
  );
}

const sourcesOf = ({ index }: OpenIndex['unmerged']): string[] =>
  index.parts.flatMap(({ slots }) => [...slots.live()].map(({ sourceId }) => sourceId));

/** A merged index as BM25 reads it. */
type MergedPart = WordPart & { readonly indexNo: number; readonly postings: MergedPostings };

/** The scope of the keyword search: the unmerged rows, followed by those of each merged index. */
function wordScope(
  unmerged: RowScope,
  merged: readonly OpenIndex[],
  postings: readonly MergedPostings[],
  searched: SearchedChunks,
) {
  let { rowCount, chunkCount, tokenCount } = unmerged;
  const mergedParts = merged.map((index, i): MergedPart => {
    const part = postings[i] ?? new MergedPostings();
    const span = { first: 0, end: part.slotCount };
    const firstRow = rowCount;
    const counted = totalsOf(searched, index);
    rowCount += part.slotCount;
    chunkCount += counted.chunkCount;
    tokenCount += counted.tokenCount;
    return { indexNo: index.indexNo, postings: part, span, lengths: part.lengths, isWhole: true, firstRow };
  });
  return { parts: [...unmerged.parts, ...mergedParts], mergedParts, rowCount, chunkCount, tokenCount };
}

/** What the search of unmerged rows and of postings starts from. chunks: merged ones found by other means; addresses:
 *  chunks that are scored too, where they are unmerged. */
type Found = {
  query: QueryVector;
  limit: number;
  chunks: readonly MergedChunk[];
  addresses: readonly ChunkAddress[];
};

/** The best chunks by meaning and by keywords, merged and unmerged, plus some that tie with the last. */
function scoreFound(
  unmerged: RowScope,
  parts: readonly MergedPart[],
  { query, limit, chunks: found, addresses }: Found,
): Scored[] {
  const rows = new Set<number>();
  const chunks = new Map<string, Scored>();
  if (query.inverseNorm > 0) for (const row of nearestRows(unmerged, query, limit)) rows.add(row);
  for (const address of addresses) {
    const row = rowAt(unmerged, address);
    if (row !== undefined) rows.add(row);
  }
  for (const chunk of found) {
    const part = parts.find(({ indexNo }) => indexNo === chunk.indexNo);
    const slot = part?.postings.slotOf(chunk.chunkNo);
    const bm25 = part && slot !== undefined ? accumulator.score(part.firstRow + slot) : 0;
    chunks.set(keyOf(chunk), { chunk, bm25 });
  }
  for (const row of mostTied(accumulator.top(limit), limit)) {
    const part = parts.findLast(({ firstRow }) => firstRow <= row);
    if (!part) rows.add(row);
    else {
      const chunk = { indexNo: part.indexNo, chunkNo: part.postings.chunkNoOf(row - part.firstRow) };
      chunks.set(keyOf(chunk), { chunk, bm25: accumulator.score(row) });
    }
  }
  const ofRows = Array.from(rows, (row) => ({
    ...addressOf(unmerged, row),
    bm25: accumulator.score(row),
    cosine: query.inverseNorm > 0 ? cosineAt(unmerged, row) : 0,
  }));
  return [...ofRows, ...chunks.values()];
}

/** Ties with the last of the best rows are resolved by their addresses, but only up to this many. */
const TIES = 200;
const mostTied = (rows: Uint32Array, limit: number): Uint32Array =>
  rows.length <= limit + TIES
    ? rows
    : rows.toSorted((a, b) => accumulator.score(b) - accumulator.score(a) || a - b).subarray(0, limit + TIES);

/** Adds the positions and cosines of chunks. Leaves out chunks that were deleted in the meantime. */
async function describe(
  read: Execute,
  workspaceId: WorkspaceId,
  chunks: readonly MergedChunk[],
  query: QueryVector,
) {
  const found = new Map<string, Described>();
  if (chunks.length === 0) return found;
  const cosine = query.inverseNorm > 0 ? '1 - (vectors.embedding <=> $4::halfvec)' : '0';
  const { rows } = await read(
    `SELECT asked.index_no, asked.chunk_no, segments.source_id, segments.revision, segments.language,
       asked.chunk_no - segments.first_chunk_no AS position, ${cosine} AS cosine
     FROM unnest($2::bigint[], $3::bigint[]) AS asked (index_no, chunk_no)
     JOIN chunk_vectors AS vectors ON vectors.workspace_id = $1
       AND vectors.index_no = asked.index_no AND vectors.chunk_no = asked.chunk_no
     JOIN segments ON segments.workspace_id = $1
       AND segments.index_no = asked.index_no AND segments.first_chunk_no = vectors.first_chunk_no`,
    [
      workspaceId,
      chunks.map(({ indexNo }) => indexNo),
      chunks.map(({ chunkNo }) => chunkNo),
      ...(query.inverseNorm > 0 ? [`[${query.values.join(',')}]`] : []),
    ],
  );
  for (const row of rows) {
    const cosine = Number(row['cosine']);
    found.set(`${row['index_no']} ${row['chunk_no']}`, {
      sourceId: row['source_id'] as SourceId,
      revision: Number(row['revision']),
      position: Number(row['position']),
      language: String(row['language']),
      // A zero vector has no direction.
      cosine: Number.isNaN(cosine) ? 0 : cosine,
    });
  }
  return found;
}

const keyOf = ({ indexNo, chunkNo }: MergedChunk): string => `${indexNo} ${chunkNo}`;

/** The `limit` best by meaning and by keywords each, and those at the addresses. Ties go by source, then position. */
function bestOfEach(
  candidates: readonly Candidate[],
  { limit, hasVector, addresses }: { limit: number; hasVector: boolean; addresses: readonly ChunkAddress[] },
): Candidate[] {
  const best = (score: (candidate: Candidate) => number): Candidate[] =>
    candidates
      .toSorted((a, b) => score(b) - score(a) || compare(a.sourceId, b.sourceId) || a.position - b.position)
      .slice(0, limit);
  const byWords = best(({ bm25 }) => bm25).filter(({ bm25 }) => bm25 > 0);
  const nameOf = ({ sourceId, revision, position }: ChunkAddress): string =>
    `${sourceId} ${revision} ${position}`;
  const asked = new Set(addresses.map(nameOf));
  const atAddresses = candidates.filter((candidate) => asked.has(nameOf(candidate)));
  return [...new Set([...(hasVector ? best(({ cosine }) => cosine) : []), ...byWords, ...atAddresses])];
}

/** The merged chunks among these addresses, unordered. */
async function findMerged(
  read: Execute,
  workspaceId: WorkspaceId,
  indexes: readonly OpenIndex[],
  addresses: readonly ChunkAddress[],
): Promise<MergedChunk[]> {
  if (addresses.length === 0 || indexes.length === 0) return [];
  const { rows } = await read(
    `SELECT segments.index_no, segments.first_chunk_no + asked.position AS chunk_no
     FROM unnest($3::text[], $4::integer[], $5::integer[]) AS asked (source_id, revision, position)
     JOIN segments ON segments.workspace_id = $1 AND segments.source_id = asked.source_id
       AND segments.revision = asked.revision AND asked.position < segments.chunk_count
     WHERE segments.index_no = ANY($2) AND segments.first_chunk_no IS NOT NULL`,
    [
      workspaceId,
      indexes.map(({ indexNo }) => indexNo),
      addresses.map(({ sourceId }) => sourceId),
      addresses.map(({ revision }) => revision),
      addresses.map(({ position }) => position),
    ],
  );
  return rows.map((row) => ({ indexNo: Number(row['index_no']), chunkNo: Number(row['chunk_no']) }));
}

/** The posting lists of the terms in each index, in the form that BM25 reads. */
async function readPostings(
  { read, lists }: Tools,
  workspaceId: WorkspaceId,
  merged: readonly OpenIndex[],
  { terms, searched }: { terms: readonly string[]; searched: SearchedChunks },
): Promise<MergedPostings[]> {
  const found = await lists.read(read, workspaceId, merged, terms);
  return merged.map(({ indexNo }, i) => {
    const postings = new MergedPostings(coverageOf(searched, indexNo));
    for (const [term, list] of found[i] ?? []) postings.add(term, list);
    return postings;
  });
}
