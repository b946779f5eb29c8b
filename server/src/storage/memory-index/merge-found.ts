import type { ChunkAddress } from '#storage/engine.ts';
import { coarseRows, type FoundInPart, type FoundRows } from './search-part.ts';
import { TopRows } from './top-rows.ts';

/** A row of a part with its scores. part: its place in the search. */
export type ScoredRow = { part: number; slot: number; coarse: number; cosine: number; bm25: number };

/** The rows of one kind that were found in all parts. */
export const rowsOf = (
  found: readonly FoundInPart[],
  listOf: (found: FoundInPart) => FoundRows,
): ScoredRow[] =>
  found.flatMap((one, part) => {
    const { slots, coarse, cosines, bm25 } = listOf(one);
    return Array.from(slots, (slot, i) => ({
      part,
      slot,
      coarse: coarse[i] ?? 0,
      cosine: cosines[i] ?? 0,
      bm25: bm25[i] ?? 0,
    }));
  });

const top = new TopRows();

/** The `limit` best and all that tie with the last, unordered. */
export function best<Row>(rows: readonly Row[], limit: number, score: (row: Row) => number): readonly Row[] {
  if (rows.length <= limit) return rows;
  top.begin(limit);
  for (const [i, row] of rows.entries()) top.offer(i, score(row));
  return Array.from(top.rows(), (i) => rows[i]).filter((row) => row !== undefined);
}

/** The `limit` rows with the highest cosine and all that tie with the last, unordered. The coarse similarity decides in the
 *  whole scope which rows are compared exactly, however it is cut into parts. */
export function nearestRows(found: readonly FoundInPart[], limit: number): readonly ScoredRow[] {
  const near = rowsOf(found, ({ near }) => near);
  const compared = best(near, coarseRows(limit), (row) => row.coarse);
  return best(compared, limit, (row) => row.cosine);
}

/** Among rows that tie with the last of the best, keeps those first by source and position. */
export function cutTies<Row>(
  rows: readonly Row[],
  limit: number,
  score: (row: Row) => number,
  addressAt: (row: Row) => ChunkAddress,
): Iterable<Row> {
  if (rows.length <= limit) return rows;
  return rows
    .map((row) => ({ row, score: score(row), ...addressAt(row) }))
    .sort((a, b) => b.score - a.score || compare(a.sourceId, b.sourceId) || a.position - b.position)
    .slice(0, limit)
    .map(({ row }) => row);
}

/** Compares strings by code units. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
