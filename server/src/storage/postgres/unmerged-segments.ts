import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import { decodeSegment } from '#segment/segment.ts';
import { createSearchIndex, type SearchIndex } from '#storage/memory-index/search-index.ts';
import type { Execute } from './connections.ts';

/** A segment that has not been merged into the tables yet. */
export type UnmergedSegment = { segmentNo: number; sourceId: SourceId; revision: number };

export type IndexAddress = {
  workspaceId: WorkspaceId;
  knowledgeBaseId: KnowledgeBaseId;
  indexVersion: string;
};

/** The unmerged segments of an index at one moment, by source. The signature changes whenever the list does. */
export type UnmergedList = { segments: ReadonlyMap<SourceId, UnmergedSegment>; signature: string };

/** One query's view of the unmerged segments of an index. */
export type UnmergedView = {
  index: SearchIndex;
  /** The sources that the query sees; undefined when it sees everything in the index. Call it in the same synchronous
   *  step as the search. Throws SegmentReplacedError when one of the sources has left the index. */
  visible(): ReadonlySet<string> | undefined;
};

/** Another query has loaded a newer segment of a source in place of one that this query should see. Run the query again on a
 *  new snapshot. */
export class SegmentReplacedError extends Error {}

/** The unmerged segments of one index, in memory. */
type Entry = {
  index: SearchIndex;
  held: Map<SourceId, UnmergedSegment>;
  /** Segments that a query no longer found listed, by number, with the time at which it noticed. */
  gone: Map<number, number>;
  /** The start times of the queries that are reading the index. */
  readers: Set<number>;
  /** The list that `held` matches; undefined when it matches none. */
  list: UnmergedList | undefined;
  usedAt: number;
};

const SEGMENTS_PER_READ = 500;

/** The unmerged segments of the indexes that this node searches, within a memory budget. A segment never changes: a
 *  loaded one stays valid for as long as the table lists it. */
export function createUnmergedIndexes({ memoryBytes }: { memoryBytes: number }) {
  const entries = new Map<string, Entry>();
  /** A logical clock: every event here increments it. */
  let time = 0;

  const entryOf = ({ workspaceId, knowledgeBaseId, indexVersion }: IndexAddress): Entry => {
    const key = `${workspaceId} ${knowledgeBaseId} ${indexVersion}`;
    const known = entries.get(key);
    if (known) return known;
    const maps = { held: new Map(), gone: new Map(), readers: new Set<number>() };
    const entry = { index: createSearchIndex(), ...maps, list: undefined, usedAt: 0 };
    entries.set(key, entry);
    return entry;
  };

  const byteSize = (): number => [...entries.values()].reduce((sum, { index }) => sum + index.byteSize, 0);

  /** Evicts the least recently used entries until the rest fits. */
  const evict = (): void => {
    let total = byteSize();
    if (total <= memoryBytes) return;
    const idle = [...entries].filter(([, { readers }]) => readers.size === 0);
    for (const [key, { index }] of idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (total <= memoryBytes) return;
      total -= index.byteSize;
      entries.delete(key);
    }
  };

  return {
    byteSize,
    /** Starts a query. What it sees stays in memory until `end`, which the caller must call. */
    begin: (addresses: readonly IndexAddress[]) => {
      const began = ++time;
      const opened = new Map(
        addresses.map((address) => {
          const entry = entryOf(address);
          entry.usedAt = began;
          entry.readers.add(began);
          return [address.knowledgeBaseId, { address, entry, held: entry.list }];
        }),
      );
      return {
        /** The signatures of the lists that this node holds, in the order of the addresses. The query fetches only
         *  lists that have changed. */
        signatures: [...opened.values()].map(({ held }) => held?.signature ?? ''),
        /** listed: the list in the table, unless it equals the one held. */
        view: async (
          read: Execute,
          knowledgeBaseId: KnowledgeBaseId,
          listed: UnmergedList | undefined,
        ): Promise<UnmergedView> => {
          const { address, entry, held } = opened.get(knowledgeBaseId) ?? notOpened(knowledgeBaseId);
          const list = listed ?? held ?? notOpened(knowledgeBaseId);
          if (listed) {
            await load(read, address.workspaceId, entry, list);
            time = settle(entry, list, time);
          }
          return { index: entry.index, visible: () => visibleOf(entry, list) };
        },
        end: (): void => {
          for (const { entry } of opened.values()) entry.readers.delete(began);
          evict();
        },
      };
    },
  };
}

export type UnmergedIndexes = ReturnType<typeof createUnmergedIndexes>;

const notOpened = (knowledgeBaseId: KnowledgeBaseId): never => {
  throw new RangeError(`The query did not begin with ${knowledgeBaseId}`);
};

/** Loads the missing segments. */
async function load(
  read: Execute,
  workspaceId: WorkspaceId,
  entry: Entry,
  { segments }: UnmergedList,
): Promise<void> {
  const isMissing = ({ sourceId, segmentNo }: UnmergedSegment): boolean =>
    (entry.held.get(sourceId)?.segmentNo ?? 0) < segmentNo;
  const missing = [...segments.values()].filter(isMissing);
  for (let from = 0; from < missing.length; from += SEGMENTS_PER_READ) {
    const batch = missing.slice(from, from + SEGMENTS_PER_READ);
    const { rows } = await read(
      'SELECT segment_no, bytes FROM segments WHERE workspace_id = $1 AND source_id = ANY($2) AND segment_no = ANY($3)',
      [workspaceId, batch.map(({ sourceId }) => sourceId), batch.map(({ segmentNo }) => segmentNo)],
    );
    const bytesOf = new Map(rows.map((row) => [row['segment_no'], row['bytes'] as Uint8Array]));
    // Another query may have loaded it in the meantime.
    for (const segment of batch.filter(isMissing)) {
      const bytes = bytesOf.get(segment.segmentNo);
      if (!bytes) continue;
      entry.index.add(segment, decodeSegment(bytes));
      entry.held.set(segment.sourceId, segment);
      entry.list = undefined;
    }
  }
}

/** Removes segments that are no longer listed, once no running query may have seen them listed. Returns the time. */
function settle(entry: Entry, list: UnmergedList, now: number): number {
  let time = now;
  const oldestReader = Math.min(...entry.readers);
  for (const { segmentNo, sourceId } of entry.held.values()) {
    if (list.segments.get(sourceId)?.segmentNo === segmentNo) entry.gone.delete(segmentNo);
    else if (entry.readers.size === 1 || (entry.gone.get(segmentNo) ?? time) < oldestReader) {
      entry.index.remove(sourceId);
      entry.held.delete(sourceId);
      entry.gone.delete(segmentNo);
    } else if (!entry.gone.has(segmentNo)) entry.gone.set(segmentNo, ++time);
  }
  const isSame = entry.held.size === list.segments.size && isHeld(entry, list);
  entry.list = isSame ? list : undefined;
  return time;
}

const isHeld = ({ held }: Entry, { segments }: UnmergedList): boolean => {
  for (const [sourceId, { segmentNo }] of segments)
    if (held.get(sourceId)?.segmentNo !== segmentNo) return false;
  return true;
};

function visibleOf(entry: Entry, list: UnmergedList): ReadonlySet<string> | undefined {
  if (entry.list === list) return undefined;
  if (!isHeld(entry, list)) throw new SegmentReplacedError();
  return entry.held.size === list.segments.size ? undefined : new Set(list.segments.keys());
}
