import type { Waiting } from './find-waiting.ts';

type WaitingSource = Waiting['sources'][number];

export type Batch = {
  /** The chunks to read next: `count` of a source, from the position `from` on. 0 of one without chunks. */
  reads: { source: WaitingSource; from: number; count: number }[];
  /** Sources with more chunks than there is room for. */
  skips: WaitingSource[];
};

/** The next chunks to read, in the order of the sources. A source is read whole or not at all.
 *  room: how many more chunks of the workspace may be read. size: the most chunks of a batch. */
export function planBatch(
  sources: readonly WaitingSource[],
  { room, size }: { room: number; size: number },
): Batch {
  const batch: Batch = { reads: [], skips: [] };
  let roomLeft = room;
  let sizeLeft = size;
  for (const source of sources) {
    const from = source.understood_chunks;
    const unread = Math.max(0, source.chunk_count - from);
    if (unread > roomLeft) {
      batch.skips.push(source);
      continue;
    }
    roomLeft -= unread;
    const count = Math.min(unread, sizeLeft);
    sizeLeft -= count;
    batch.reads.push({ source, from, count });
    if (sizeLeft === 0) break;
  }
  return batch;
}
