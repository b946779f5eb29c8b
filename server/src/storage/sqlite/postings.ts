import type { Segment } from '#lib/segment.ts';
import { PostingLists, type PostingsVisitor } from './posting-lists.ts';

/** A posting packs its slot in 24 bits. */
const maxSlots = 2 ** 24;

/** A term costs about this much in the map, besides its postings. */
const bytesPerTerm = 80;

/** Which slots hold which term, and how often. */
export class Postings {
  readonly #terms = new Map<string, number>();
  readonly #freeNumbers: number[] = [];
  #lists = new PostingLists();

  get byteSize(): number {
    return this.#lists.byteSize + this.#terms.size * bytesPerTerm;
  }

  /** Adds a segment whose chunks have the slots from `first` on, which must be the highest so far. */
  add({ chunkCount, terms, offsets, positions, frequencies }: Segment, first: number): void {
    if (first + chunkCount > maxSlots) throw new RangeError(`More than ${maxSlots} chunks in one index`);
    for (let t = 0; t < terms.length; t++) {
      const number = this.#numberOf(terms[t] ?? '');
      const end = offsets[t + 1] ?? 0;
      for (let i = offsets[t] ?? 0; i < end; i++) {
        this.#lists.append(number, ((first + (positions[i] ?? 0)) << 8) | (frequencies[i] ?? 0));
      }
    }
  }

  /** Postings of a term, those of dead slots included. */
  count(term: string): number {
    const number = this.#terms.get(term);
    return number === undefined ? 0 : this.#lists.count(number);
  }

  /** Shows the postings of a term in blocks; only those that may hold slots of [first, end), in ascending order. */
  visit(term: string, first: number, end: number, visitor: PostingsVisitor): void {
    const number = this.#terms.get(term);
    if (number !== undefined) this.#lists.visit(number, first, end, visitor);
  }

  /** Moves each slot to newSlots[slot] - 1, drops those for which that is -1, and forgets terms without a slot left.
   *  The order of slots must stay. */
  renumber(newSlots: Uint32Array): void {
    const old = this.#lists;
    const lists = new PostingLists();
    for (const [term, number] of this.#terms) {
      old.visit(number, 0, Number.POSITIVE_INFINITY, (cells, from, to) => {
        for (let i = from; i < to; i++) {
          const cell = cells[i] ?? 0;
          const moved = newSlots[cell >>> 8] ?? 0;
          if (moved > 0) lists.append(number, ((moved - 1) << 8) | (cell & 0xff));
        }
      });
      if (lists.count(number) > 0) continue;
      this.#terms.delete(term);
      this.#freeNumbers.push(number);
    }
    this.#lists = lists;
  }

  #numberOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#freeNumbers.pop() ?? this.#terms.size;
    this.#terms.set(ownCopy(term), number);
    return number;
  }
}

/** A term cut out of a segment's text would keep the whole text in memory. */
function ownCopy(term: string): string {
  return Buffer.from(term, 'utf16le').toString('utf16le');
}
