import type { WorkspaceId } from '#lib/ids.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';
import { ENTRY_BYTES, type PostingBlock } from './posting-blocks.ts';
import { termKey } from './term-key.ts';

/** All blocks of one term in one index, unordered. */
export type PostingList = readonly Pick<PostingBlock, 'firstChunkNo' | 'entries'>[];

/** Posting lists of one index at one moment, by term. */
type Cached = { changes: number; lists: Map<string, PostingList>; byteSize: number };

const EMPTY: PostingList = [];
/** The overhead of a cached list, besides its entries. */
const OVERHEAD_BYTES = 200;

/** Posting lists of the table, with recently read ones cached in memory: reading a list and decoding its hexadecimal
 *  digits takes ten times as long as scoring it. A cached list is valid until a segment is merged into the index or
 *  removed from it. The row of the index counts these (`changes`). */
export function createPostingLists({ memoryBytes }: { memoryBytes: number }) {
  /** By workspace and index, least recently used first. */
  const cache = new Map<string, Cached>();

  const cachedOf = (workspaceId: WorkspaceId, { indexNo, changes }: OpenIndex): Cached => {
    const key = `${workspaceId} ${indexNo}`;
    const known = cache.get(key);
    // A query older than the cached lists reads its own.
    const isFresh = known && known.changes >= changes;
    const entry = isFresh ? known : { changes, lists: new Map(), byteSize: 0 };
    cache.delete(key);
    cache.set(key, entry);
    return entry.changes === changes ? entry : { changes, lists: new Map(), byteSize: 0 };
  };

  const totalSize = (): number => [...cache.values()].reduce((sum, { byteSize }) => sum + byteSize, 0);
  const evict = (): void => {
    let total = totalSize();
    for (const key of cache.keys()) {
      if (total <= memoryBytes) return;
      total -= cache.get(key)?.byteSize ?? 0;
      cache.delete(key);
    }
  };

  return {
    byteSize: totalSize,
    /** The lists of these terms in each index, by term. Call this in the snapshot in which the indexes were opened. */
    read: async (
      read: Execute,
      workspaceId: WorkspaceId,
      indexes: readonly OpenIndex[],
      terms: readonly string[],
    ): Promise<ReadonlyMap<string, PostingList>[]> => {
      const keys = new Map(terms.map((term) => [termKey(term), term]));
      const found = indexes.map((index) => {
        const cached = cachedOf(workspaceId, index);
        return { index, cached, missing: [...keys.keys()].filter((key) => !cached.lists.has(key)) };
      });
      const missing = new Set(found.flatMap((one) => one.missing));
      if (missing.size > 0) {
        const asked = found.filter((one) => one.missing.length > 0).map(({ index }) => index.indexNo);
        const { rows } = await read(
          `SELECT index_no, term, first_chunk_no, entries FROM postings
           WHERE workspace_id = $1 AND index_no = ANY($2) AND term = ANY($3)`,
          [workspaceId, asked, [...missing]],
        );
        const byIndex = Map.groupBy(rows, (row) => Number(row['index_no']));
        for (const { index, cached, missing: ofIndex } of found) {
          const byTerm = Map.groupBy(byIndex.get(index.indexNo) ?? [], (row) => String(row['term']));
          for (const key of ofIndex) keep(cached, key, (byTerm.get(key) ?? []).map(toBlock));
        }
      }
      const lists = found.map(
        ({ cached }) =>
          new Map([...keys].map(([key, term]) => [term, cached.lists.get(key) ?? EMPTY] as const)),
      );
      evict();
      return lists;
    },
  };
}

export type PostingLists = ReturnType<typeof createPostingLists>;

/** How many chunks a list contains. isCounted: counts only these. */
export function countChunks(list: PostingList, isCounted?: (chunkNo: number) => boolean): number {
  if (!isCounted) return list.reduce((sum, { entries }) => sum + entries.length / ENTRY_BYTES, 0);
  let count = 0;
  for (const { firstChunkNo, entries } of list) {
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    for (let at = 0; at < entries.length; at += ENTRY_BYTES)
      if (isCounted(firstChunkNo + view.getUint32(at, true))) count++;
  }
  return count;
}

export const toBlock = (row: Record<string, unknown>): PostingList[number] => ({
  firstChunkNo: Number(row['first_chunk_no']),
  entries: row['entries'] as Uint8Array,
});

function keep(cached: Cached, key: string, list: PostingList): void {
  if (cached.lists.has(key)) return;
  cached.lists.set(key, list);
  cached.byteSize += list.reduce((sum, { entries }) => sum + entries.length, OVERHEAD_BYTES);
}
