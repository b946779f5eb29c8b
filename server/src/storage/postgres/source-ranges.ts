import type { WorkspaceId } from '#lib/ids.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';

/** Chunk numbers of some sources in one index: [firsts[i], ends[i]), ascending. */
export type ChunkRanges = { firsts: number[]; ends: number[] };

/** The chunk numbers of some sources, by index. */
export type SourceRanges = {
  of(indexNo: number): ChunkRanges;
  totals(indexNo: number): { chunkCount: number; tokenCount: number };
};

const NONE = { firsts: [], ends: [], chunkCount: 0, tokenCount: 0 };

/** Finds the merged chunks of these sources. */
export async function findRanges(
  read: Execute,
  workspaceId: WorkspaceId,
  indexes: readonly OpenIndex[],
  sourceIds: ReadonlySet<string>,
): Promise<SourceRanges> {
  const byIndex = new Map(
    indexes.map(({ indexNo }) => [
      indexNo,
      { firsts: [] as number[], ends: [] as number[], chunkCount: 0, tokenCount: 0 },
    ]),
  );
  if (indexes.length > 0) {
    const { rows } = await read(
      `SELECT index_no, first_chunk_no, chunk_count, token_count FROM segments
       WHERE workspace_id = $1 AND source_id = ANY($2) AND index_no = ANY($3) AND first_chunk_no IS NOT NULL
       ORDER BY first_chunk_no`,
      [workspaceId, [...sourceIds], [...byIndex.keys()]],
    );
    for (const row of rows) {
      const found = byIndex.get(Number(row['index_no']));
      const first = Number(row['first_chunk_no']);
      if (!found) continue;
      const chunkCount = Number(row['chunk_count']);
      found.firsts.push(first);
      found.ends.push(first + chunkCount);
      found.chunkCount += chunkCount;
      found.tokenCount += Number(row['token_count']);
    }
  }
  return { of: (indexNo) => byIndex.get(indexNo) ?? NONE, totals: (indexNo) => byIndex.get(indexNo) ?? NONE };
}

/** True if a chunk is in one of the ranges. */
export function isWithin({ firsts, ends }: ChunkRanges, chunkNo: number): boolean {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0) <= chunkNo) low = middle + 1;
    else high = middle;
  }
  return low > 0 && chunkNo < (ends[low - 1] ?? 0);
}
