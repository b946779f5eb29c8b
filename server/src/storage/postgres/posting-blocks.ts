import type { Segment } from '#segment/segment.ts';

/** Merged postings are kept in blocks: a row of table `postings` has up to 240 entries of one term, in ascending order of
 *  chunk numbers. An entry is seven bytes, little endian:
 *
 *      u32  chunk number, from the first of the block on
 *      u8   times the term stands in the chunk, at most 255
 *      u16  tokens of the chunk, at least 1
 *
 *  A row of this size stays whole in a page of PostgreSQL, and 100 bytes of key are shared by all of its entries. */
export type PostingBlock = {
  readonly term: string;
  readonly firstChunkNo: number;
  readonly lastChunkNo: number;
  readonly entries: Uint8Array;
};

export const ENTRY_BYTES = 7;
const ENTRIES_PER_BLOCK = 240;
const LONGEST_CHUNK = 0xffff;

/** A segment and the number of its first chunk. */
export type NumberedSegment = { readonly firstChunkNo: number; readonly segment: Segment };

/** Builds the blocks of several segments, given in ascending order of their chunk numbers. Awaits `breathe` between
 *  segments, because merging thousands of chunks takes a while. */
export async function buildBlocks(
  segments: readonly NumberedSegment[],
  breathe: () => Promise<void>,
): Promise<PostingBlock[]> {
  const lists = new Map<string, OpenBlock[]>();
  for (const numbered of segments) {
    addSegment(lists, numbered);
    await breathe();
  }
  const blocks: PostingBlock[] = [];
  for (const [term, open] of lists) for (const block of open) blocks.push(closed(term, block));
  return blocks;
}

type OpenBlock = { readonly first: number; readonly numbers: number[] };

function addSegment(lists: Map<string, OpenBlock[]>, { firstChunkNo, segment }: NumberedSegment): void {
  const { terms, offsets, positions, frequencies, lengths } = segment;
  for (const [t, term] of terms.entries()) {
    let list = lists.get(term);
    if (!list) {
      list = [];
      lists.set(term, list);
    }
    for (let p = offsets[t] ?? 0; p < (offsets[t + 1] ?? 0); p++) {
      const position = positions[p] ?? 0;
      const chunkNo = firstChunkNo + position;
      let block = list.at(-1);
      if (!block || block.numbers.length === 3 * ENTRIES_PER_BLOCK || chunkNo - block.first > 0xffff_ffff) {
        block = { first: chunkNo, numbers: [] };
        list.push(block);
      }
      const length = Math.min(LONGEST_CHUNK, Math.max(1, lengths[position] ?? 0));
      block.numbers.push(chunkNo, frequencies[p] ?? 0, length);
    }
  }
}

function closed(term: string, { first, numbers }: OpenBlock): PostingBlock {
  const entries = new Uint8Array((numbers.length / 3) * ENTRY_BYTES);
  const view = new DataView(entries.buffer);
  for (let i = 0, at = 0; i < numbers.length; i += 3, at += ENTRY_BYTES) {
    view.setUint32(at, (numbers[i] ?? 0) - first, true);
    view.setUint8(at + 4, numbers[i + 1] ?? 0);
    view.setUint16(at + 5, numbers[i + 2] ?? 0, true);
  }
  return { term, firstChunkNo: first, lastChunkNo: numbers.at(-3) ?? first, entries };
}

/** The entries of a block without the chunks [from, end). */
export function withoutChunks(
  { firstChunkNo, entries }: Pick<PostingBlock, 'firstChunkNo' | 'entries'>,
  from: number,
  end: number,
): Uint8Array {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const count = entries.length / ENTRY_BYTES;
  const indexOf = (chunkNo: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (firstChunkNo + view.getUint32(middle * ENTRY_BYTES, true) < chunkNo) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const [first, last] = [indexOf(from), indexOf(end)];
  const kept = new Uint8Array(entries.length - (last - first) * ENTRY_BYTES);
  kept.set(entries.subarray(0, first * ENTRY_BYTES));
  kept.set(entries.subarray(last * ENTRY_BYTES), first * ENTRY_BYTES);
  return kept;
}
