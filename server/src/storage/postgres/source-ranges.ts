import type { WorkspaceId } from '#lib/ids.ts';
import type { SearchedSources } from '#storage/memory-index/search-scope.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';

/** Chunk numbers of some sources in one index: [firsts[i], ends[i]), ascending. */
export type ChunkRanges = { firsts: number[]; ends: number[] };

/** The chunk numbers of some sources, by index. */
export type SourceRanges = {
  of(indexNo: number): ChunkRanges;
  totals(indexNo: number): { chunkCount: number; tokenCount: number };
};

/** The merged chunks that a search covers: only some, or all but the hidden ones. */
export type SearchedChunks = { only?: SourceRanges | undefined; hidden?: SourceRanges | undefined };

/** Finds the merged chunks that a search covers. */
export async function findSearched(
  read: Execute,
  workspaceId: WorkspaceId,
  indexes: readonly OpenIndex[],
  { sourceIds, hiddenSourceIds }: SearchedSources,
): Promise<SearchedChunks> {
  if (!sourceIds) {
    if (!hiddenSourceIds) return {};
    return { hidden: await findRanges(read, workspaceId, indexes, hiddenSourceIds) };
  }
  const only = hiddenSourceIds ? sourceIds.difference(hiddenSourceIds) : sourceIds;
  return { only: await findRanges(read, workspaceId, indexes, only) };
}

/** Tells which chunks of an index a search covers; undefined if it covers all of them. */
export function coverageOf(
  { only, hidden }: SearchedChunks,
  indexNo: number,
): ((chunkNo: number) => boolean) | undefined {
  if (only) return (chunkNo) => isWithin(only.of(indexNo), chunkNo);
  const ranges = hidden?.of(indexNo);
  if (!ranges || ranges.firsts.length === 0) return undefined;
  return (chunkNo) => !isWithin(ranges, chunkNo);
}

/** How much of an index a search covers. */
export function totalsOf(
  { only, hidden }: SearchedChunks,
  { indexNo, chunkCount, tokenCount }: Pick<OpenIndex, 'indexNo' | 'chunkCount' | 'tokenCount'>,
): { chunkCount: number; tokenCount: number } {
  if (only) return only.totals(indexNo);
  const without = hidden?.totals(indexNo) ?? NONE;
  return { chunkCount: chunkCount - without.chunkCount, tokenCount: tokenCount - without.tokenCount };
}

const NONE = { firsts: [], ends: [], chunkCount: 0, tokenCount: 0 };

/** Finds the merged chunks of these sources. */
async function findRanges(
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
function isWithin({ firsts, ends }: ChunkRanges, chunkNo: number): boolean {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? 0) <= chunkNo) low = middle + 1;
    else high = middle;
  }
  return low > 0 && chunkNo < (ends[low - 1] ?? 0);
}
