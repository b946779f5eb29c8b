import { grow, sharedNumbers } from './grow.ts';

const pageBits = 13;
const pageCells = 1 << pageBits;
const largestBlock = 256;
/** Fields of a term: head, tail, count. */
const fieldsPerTerm = 3;

/** Receives the postings cells[from] to cells[to - 1], each slot << 8 | frequency. */
export type PostingsVisitor = (cells: Uint32Array, from: number, to: number) => void;

/** Lists of packed postings by term number, each in ascending order of slots.
 *
 *  A list is a chain of blocks in pages that all lists share: a million rare terms need no arrays of their own, and a
 *  list grows without moving. A block has as many cells for postings as all blocks before it, between 2 and 256, then
 *  the address (page << 13 | cell) of the next block:
 *
 *      head -> [ p0 p1 | next ] -> [ p2 p3 | next ] -> [ p4 p5 p6 p7 | next ] -> [ p8 __ __ __ __ __ __ __ | ____ ]
 *                                                                                     ^ tail */
export class PostingLists {
  #terms = sharedNumbers(64 * fieldsPerTerm);
  readonly #pages: Uint32Array[] = [];
  #nextFree = 0;

  get byteSize(): number {
    return 4 * (this.#pages.length * pageCells + this.#terms.length);
  }

  /** The numbers of the lists, for reading them, also on another thread. Pages are only ever added. */
  get arrays(): ListArrays {
    return { terms: this.#terms, pages: this.#pages };
  }

  /** Adds postings[from] to postings[to - 1] to a term's list; their slots must be higher than those in it. */
  append(term: number, postings: Uint32Array, from: number, to: number): void {
    const at = fieldsPerTerm * term;
    this.#terms = grow(this.#terms, at + fieldsPerTerm);
    let tail = this.#terms[at + 1] ?? 0;
    let count = this.#terms[at + 2] ?? 0;
    for (let next = from; next < to; ) {
      if (startsBlock(count)) tail = this.#newBlock(at, tail, count);
      const page = pageAt(this.#pages, tail);
      const cell = tail % pageCells;
      const taken = Math.min(to - next, blockEnd(count) - count);
      for (let i = 0; i < taken; i++) page[cell + i] = postings[next + i] ?? 0;
      next += taken;
      count += taken;
      tail += taken;
    }
    this.#terms[at + 1] = tail;
    // Last, and atomic, because a thread reads as many postings as this says, and what it reads must be there by then.
    Atomics.store(this.#terms, at + 2, count);
  }

  /** Creates the block that begins with posting number `count`, and links it to the previous one, which ends at `tail`. */
  #newBlock(at: number, tail: number, count: number): number {
    const address = this.#allocate(blockEnd(count) - count + 1);
    if (count === 0) this.#terms[at] = address;
    else pageAt(this.#pages, tail)[tail % pageCells] = address;
    return address;
  }

  #allocate(cells: number): number {
    const end = this.#pages.length * pageCells;
    if (this.#nextFree + cells > end) {
      this.#pages.push(sharedNumbers(pageCells));
      this.#nextFree = end;
    }
    const address = this.#nextFree;
    this.#nextFree += cells;
    return address;
  }
}

/** See PostingLists.arrays. */
export type ListArrays = { readonly terms: Uint32Array; readonly pages: readonly Uint32Array[] };

/** How many postings a term has, including those of dead slots. */
export function countOf({ terms }: ListArrays, term: number): number {
  const at = fieldsPerTerm * term + 2;
  return at < terms.length ? Atomics.load(terms, at) : 0;
}

/** Passes the blocks of a term that may hold slots of [first, end), in ascending order. A thread may lack the pages that were
 *  added since its search began: they hold higher slots than it looks for. */
export function visitList(
  lists: ListArrays,
  term: number,
  first: number,
  end: number,
  visitor: PostingsVisitor,
): void {
  const count = countOf(lists, term);
  let address = lists.terms[fieldsPerTerm * term] ?? 0;
  for (let done = 0; done < count; ) {
    const cells = lists.pages[address >>> pageBits];
    if (!cells) return;
    const size = blockEnd(done) - done;
    const from = address % pageCells;
    const to = from + Math.min(size, count - done);
    if ((cells[from] ?? 0) >>> 8 >= end) return;
    if ((cells[to - 1] ?? 0) >>> 8 >= first) visitor(cells, from, to);
    address = cells[from + size] ?? 0;
    done += size;
  }
}

function pageAt(pages: readonly Uint32Array[], address: number): Uint32Array {
  const page = pages[address >>> pageBits];
  if (!page) throw new RangeError(`No postings at ${address}`);
  return page;
}

const startsBlock = (count: number): boolean => count === 0 || (count > 1 && blockEnd(count - 1) === count);

/** The end of the block that holds posting number `count`. Blocks end at 2, 4, 8 ... 256, 512, 768 ... */
function blockEnd(count: number): number {
  if (count < 2) return 2;
  return count < largestBlock
    ? 1 << (32 - Math.clz32(count))
    : (Math.floor(count / largestBlock) + 1) * largestBlock;
}
