import type { WorkspaceId } from '#lib/ids.ts';
import type { QueryVector } from '#storage/memory-index/query-vector.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';
import { type SearchedChunks, totalsOf } from './source-ranges.ts';

/** A chunk of a merged index. */
export type MergedChunk = { indexNo: number; chunkNo: number };

/** With up to this many chunks in the chosen sources, compare all of them instead of filtering the results of the
 *  graph. */
const EXACT_CHUNKS = 20_000;

type Nearest = { query: QueryVector; searched: SearchedChunks; limit: number };

/** The merged chunks nearest to the query, unordered. It compares all vectors outside the graph; the graph (HNSW:
 *  Malkov, Yashunin, 2018) finds nearly all of the others. Each index has its own statement, so that each is planned
 *  for its size. */
export async function findNearest(
  read: Execute,
  workspaceId: WorkspaceId,
  indexes: readonly OpenIndex[],
  nearest: Nearest,
): Promise<MergedChunk[]> {
  const found = await Promise.all(indexes.map((index) => findInIndex(read, workspaceId, index, nearest)));
  return found
    .flat()
    .sort((a, b) => a.distance - b.distance)
    .slice(0, nearest.limit);
}

async function findInIndex(
  read: Execute,
  workspaceId: WorkspaceId,
  index: OpenIndex,
  { query, searched, limit }: Nearest,
): Promise<(MergedChunk & { distance: number })[]> {
  const { indexNo, dimensions, graphCount } = index;
  if (query.values.length !== dimensions) return [];
  const { chunkCount } = totalsOf(searched, index);
  if (chunkCount <= 0) return [];
  const { firsts, ends } = (searched.only ?? searched.hidden)?.of(indexNo) ?? { firsts: [], ends: [] };
  const filter = searched.only ? ONLY : firsts.length > 0 ? WITHOUT : '';
  const isExact = filter !== '' && chunkCount <= EXACT_CHUNKS;
  const outside = outsideGraph(limit, filter);
  const exact = searched.only ? inRanges(limit) : everywhere(limit, filter);
  const statement = isExact
    ? exact
    : graphCount > 0
      ? `(${outside}) UNION ALL (${inGraph(limit, dimensions, filter)})`
      : outside;
  const { rows } = await read(statement, [
    workspaceId,
    indexNo,
    `[${query.values.join(',')}]`,
    ...(filter === '' ? [] : [firsts]),
    ...(isExact && searched.only ? [ends] : []),
  ]);
  return rows.map((row) => ({
    indexNo,
    chunkNo: Number(row['chunk_no']),
    distance: Number(row['distance']),
  }));
}

// The limit is part of the text: a plan for any limit would sort the rows of the graph, which are already in order.

/** OFFSET 0 keeps it one lookup in the primary key for each range. Otherwise the plan for hundreds of ranges compares all
 *  vectors with all of them, which takes seconds for 1,300 ranges among 100,000 vectors. */
const inRanges = (limit: number): string => `
  SELECT chunk_no, distance
  FROM unnest($4::bigint[], $5::bigint[]) AS ranges (first, until), LATERAL (
    SELECT chunk_no, embedding <=> $3::halfvec AS distance FROM chunk_vectors
    WHERE workspace_id = $1 AND index_no = $2 AND chunk_no >= ranges.first AND chunk_no < ranges.until OFFSET 0
  ) AS chunks
  ORDER BY distance LIMIT ${limit}`;

const ONLY = 'AND first_chunk_no = ANY($4)';
/** A subquery is hashed whatever the plan; `<> ALL` of a parameter compares each row with the whole list. */
const WITHOUT = 'AND first_chunk_no NOT IN (SELECT unnest($4::bigint[]))';

/** Compares all vectors that pass the filter. */
const everywhere = (limit: number, filter: string): string => `
  SELECT chunk_no, embedding <=> $3::halfvec AS distance FROM chunk_vectors
  WHERE workspace_id = $1 AND index_no = $2 ${filter}
  ORDER BY distance LIMIT ${limit}`;

const outsideGraph = (limit: number, filter: string): string => `
  SELECT chunk_no, embedding <=> $3::halfvec AS distance FROM chunk_vectors
  WHERE workspace_id = $1 AND index_no = $2 AND graph_dimensions IS NULL ${filter}
  ORDER BY distance LIMIT ${limit}`;

/** The dimensions are part of the text because they select the index of the graph. */
const inGraph = (limit: number, dimensions: number, filter: string): string => `
  SELECT chunk_no, embedding::halfvec(${dimensions}) <=> $3::halfvec(${dimensions}) AS distance FROM chunk_vectors
  WHERE graph_dimensions = ${dimensions} AND workspace_id = $1 AND index_no = $2 ${filter}
  ORDER BY distance LIMIT ${limit}`;
