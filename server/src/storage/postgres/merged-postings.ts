import { grow } from '#storage/memory-index/grow.ts';
import type { PostingsVisitor } from '#storage/memory-index/posting-lists.ts';
import { ENTRY_BYTES } from './posting-blocks.ts';
import { countChunks, type PostingList } from './posting-lists.ts';

/** Chunk numbers per page of slots. */
const PAGE = 4_096;

/** The posting lists of one query's terms in one merged index, in the form that BM25 reads. Slots are allocated in
 *  pages of chunk numbers, because the numbers may be far apart. */
export class MergedPostings {
  /** Page of chunk numbers -> page of slots. */
  readonly #pages = new Map<number, number>();
  readonly #pageNumbers: number[] = [];
  readonly #lists = new Map<string, { cells: Uint32Array; count: number }>();
  readonly #isSearched: ((chunkNo: number) => boolean) | undefined;
  /** Tokens by slot; 0 when the chunk holds none of the terms. */
  lengths: Uint32Array = new Uint32Array(PAGE);

  /** isSearched: limits the search to these chunks. */
  constructor(isSearched?: (chunkNo: number) => boolean) {
    this.#isSearched = isSearched;
  }

  get slotCount(): number {
    return this.#pageNumbers.length * PAGE;
  }

  /** Adds all blocks of a term. */
  add(term: string, blocks: PostingList): void {
    const list = { cells: new Uint32Array(countChunks(blocks)), count: 0 };
    this.#lists.set(term, list);
    for (const block of blocks) this.#addBlock(list, block);
  }

  #addBlock(
    list: { cells: Uint32Array; count: number },
    { firstChunkNo, entries }: PostingList[number],
  ): void {
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    const { cells } = list;
    let { count } = list;
    // Entries ascend, so one page lookup serves many of them.
    let [pageStart, slotStart] = [Number.NEGATIVE_INFINITY, 0];
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      const chunkNo = firstChunkNo + view.getUint32(at, true);
      if (this.#isSearched && !this.#isSearched(chunkNo)) continue;
      if (chunkNo >= pageStart + PAGE) {
        pageStart = chunkNo - (chunkNo % PAGE);
        slotStart = this.#pageFor(pageStart / PAGE) * PAGE;
      }
      const slot = slotStart + chunkNo - pageStart;
      this.lengths[slot] = view.getUint16(at + 5, true);
      cells[count++] = (slot << 8) | view.getUint8(at + 4);
    }
    list.count = count;
  }

  count(term: string): number {
    return this.#lists.get(term)?.count ?? 0;
  }

  visit(term: string, _first: number, _end: number, visitor: PostingsVisitor): void {
    const list = this.#lists.get(term);
    if (list) visitor(list.cells, 0, list.count);
  }

  /** The slot of a chunk; undefined when the chunk holds none of the terms. */
  slotOf(chunkNo: number): number | undefined {
    const page = this.#pages.get(Math.floor(chunkNo / PAGE));
    return page === undefined ? undefined : page * PAGE + (chunkNo % PAGE);
  }

  chunkNoOf(slot: number): number {
    return (this.#pageNumbers[Math.floor(slot / PAGE)] ?? 0) * PAGE + (slot % PAGE);
  }

  #pageFor(pageNumber: number): number {
    const known = this.#pages.get(pageNumber);
    if (known !== undefined) return known;
    const page = this.#pageNumbers.length;
    this.#pages.set(pageNumber, page);
    this.#pageNumbers.push(pageNumber);
    this.lengths = grow(this.lengths, this.slotCount);
    return page;
  }
}
