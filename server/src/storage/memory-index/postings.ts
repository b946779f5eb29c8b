import type { Segment } from '#segment/segment.ts';
import { grow } from './grow.ts';
import { countOf, type ListArrays, PostingLists, type PostingsVisitor, visitList } from './posting-lists.ts';
import { findTerm, TermTable } from './term-table.ts';

/** A posting packs its slot in 24 bits and the frequency in 8. */
const maxSlots = 2 ** 24;

/** The postings of every term: which slots hold it, and how often. */
export class Postings {
  readonly #terms = new TermTable();
  #lists = new PostingLists();

  get byteSize(): number {
    return this.#lists.byteSize + this.#terms.cells.byteLength;
  }

  /** What `countPostings` and `visitPostings` read, also on another thread. Later additions have higher slots. */
  get arrays(): PostingArrays {
    return { cells: this.#terms.cells, ...this.#lists.arrays };
  }

  /** Adds a segment whose chunks have the slots from `first` on, which must be the highest so far. */
  add({ chunkCount, terms, offsets, positions, frequencies }: Segment, first: number): void {
    if (first + chunkCount > maxSlots) throw new RangeError(`More than ${maxSlots} chunks in one index`);
    const packed = new Uint32Array(positions.length);
    for (let i = 0; i < packed.length; i++)
      packed[i] = ((first + (positions[i] ?? 0)) << 8) | (frequencies[i] ?? 0);
    for (let t = 0; t < terms.length; t++) {
      this.#lists.append(this.#terms.add(terms[t] ?? ''), packed, offsets[t] ?? 0, offsets[t + 1] ?? 0);
    }
  }

  /** Gives each slot the number moves[slot] - 1, drops those for which that is -1, and forgets terms without a slot
   *  left. The order of slots must stay. */
  renumber(moves: Uint32Array): void {
    const lists = new PostingLists();
    const termMoves = new Uint32Array(this.#terms.size);
    let kept: Uint32Array = new Uint32Array(1024);
    let termCount = 0;
    for (let number = 0; number < termMoves.length; number++) {
      let count = 0;
      kept = grow(kept, countOf(this.#lists.arrays, number));
      visitList(this.#lists.arrays, number, 0, maxSlots, (cells, from, to) => {
        for (let i = from; i < to; i++) {
          const cell = cells[i] ?? 0;
          const moved = moves[cell >>> 8] ?? 0;
          if (moved > 0) kept[count++] = ((moved - 1) << 8) | (cell & 0xff);
        }
      });
      if (count === 0) continue;
      lists.append(termCount++, kept, 0, count);
      termMoves[number] = termCount;
    }
    this.#terms.renumber(termMoves, termCount);
    this.#lists = lists;
  }
}

/** See Postings.arrays. */
export type PostingArrays = ListArrays & { readonly cells: Int32Array };

/** How many postings a term has, including those of dead slots. */
export function countPostings(arrays: PostingArrays, term: string): number {
  const number = findTerm(arrays.cells, term);
  return number === undefined ? 0 : countOf(arrays, number);
}

/** Passes the postings of a term in blocks: those that may hold slots of [first, end), in ascending order. */
export function visitPostings(
  arrays: PostingArrays,
  term: string,
  first: number,
  end: number,
  visitor: PostingsVisitor,
): void {
  const number = findTerm(arrays.cells, term);
  if (number !== undefined) visitList(arrays, number, first, end, visitor);
}
