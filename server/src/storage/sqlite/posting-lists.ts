import { grow } from './grow.ts';

const pageBits = 13;
const pageCells = 1 << pageBits;
const largestBlock = 256;

/** Gets the postings cells[from] to cells[to - 1], each slot << 8 | frequency. */
export type PostingsVisitor = (cells: Uint32Array, from: number, to: number) => void;

/** Lists of packed postings by number of the term, each in ascending order of slots.
 *
 *  A list is a chain of blocks in pages that all lists share, so that a million rare terms cost no array each and a
 *  list grows without moving. A block has as many places as all blocks before it, between 2 and 256, and behind them
 *  the address (page << 13 | cell) of the next block:
 *
 *      head -> [ p0 p1 | next ] -> [ p2 p3 | next ] -> [ p4 p5 p6 p7 | next ] -> [ p8 __ __ __ __ __ __ __ | ____ ]
 *                                                                                     ^ tail */
export class PostingLists {
  #heads: Uint32Array = new Uint32Array(64);
  #tails: Uint32Array = new Uint32Array(64);
  #counts: Uint32Array = new Uint32Array(64);
  readonly #pages: Uint32Array[] = [];
  #nextFree = 0;

  get byteSize(): number {
    return 4 * (this.#pages.length * pageCells + 3 * this.#counts.length);
  }

  /** Postings of a term, those of dead slots included. */
  count(term: number): number {
    return this.#counts[term] ?? 0;
  }

  /** Adds a posting to a term's list; its slot must be the highest of the list. */
  append(term: number, posting: number): void {
    const count = this.count(term);
    if (count === 0) this.#open(term);
    const address = startsBlock(count) ? this.#newBlock(term, count) : (this.#tails[term] ?? 0);
    this.#page(address)[address % pageCells] = posting;
    this.#tails[term] = address + 1;
    this.#counts[term] = count + 1;
  }

  /** Shows the blocks of a term that may hold slots of [first, end), in ascending order. */
  visit(term: number, first: number, end: number, visitor: PostingsVisitor): void {
    const count = this.count(term);
    let address = this.#heads[term] ?? 0;
    for (let done = 0; done < count; ) {
      const cells = this.#page(address);
      const size = blockSize(done);
      const from = address % pageCells;
      const to = from + Math.min(size, count - done);
      if ((cells[from] ?? 0) >>> 8 >= end) return;
      if ((cells[to - 1] ?? 0) >>> 8 >= first) visitor(cells, from, to);
      address = cells[from + size] ?? 0;
      done += size;
    }
  }

  #open(term: number): void {
    this.#heads = grow(this.#heads, term + 1);
    this.#tails = grow(this.#tails, term + 1);
    this.#counts = grow(this.#counts, term + 1);
  }

  /** Makes the block that begins with posting number `count` and links it to the one before. */
  #newBlock(term: number, count: number): number {
    const address = this.#allocate(blockSize(count) + 1);
    const link = this.#tails[term] ?? 0;
    if (count === 0) this.#heads[term] = address;
    else this.#page(link)[link % pageCells] = address;
    return address;
  }

  #allocate(cells: number): number {
    const end = this.#pages.length * pageCells;
    if (this.#nextFree + cells > end) {
      this.#pages.push(new Uint32Array(pageCells));
      this.#nextFree = end;
    }
    const address = this.#nextFree;
    this.#nextFree += cells;
    return address;
  }

  #page(address: number): Uint32Array {
    const page = this.#pages[address >>> pageBits];
    if (!page) throw new RangeError(`No postings at ${address}`);
    return page;
  }
}

const blockSize = (before: number): number => Math.min(largestBlock, Math.max(2, before));

const startsBlock = (before: number): boolean => {
  if (before >= largestBlock) return before % largestBlock === 0;
  return before !== 1 && (before & (before - 1)) === 0;
};
