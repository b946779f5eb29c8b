import type { Segment } from '#segment/segment.ts';
import { grow } from './grow.ts';
import { countOf, type ListArrays, PostingLists, type PostingsVisitor, visitList } from './posting-lists.ts';
import { findTerm, TermTable } from './term-table.ts';

/** A posting packs its slot in 24 bits and the frequency in 8. */
const maxSlots = 2 ** 24;

const TERMS_PER_STEP = 1_024;

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

  /** All postings of the slots before `count` as bytes, for `addDump`. For each term: how many, then each as the distance from
   *  the slot before times 2, plus 1 if the frequency follows, which is 1 otherwise. All are varints. */
  dump(count: number): { fingerprints: Int32Array; bytes: Uint8Array } {
    const writer = new VarintWriter();
    const { arrays } = this;
    for (let number = 0; number < this.#terms.size; number++) {
      writer.write(countOf(arrays, number));
      let expected = 0;
      visitList(arrays, number, 0, count, (cells, from, to) => {
        for (let i = from; i < to; i++) {
          const cell = cells[i] ?? 0;
          const [slot, frequency] = [cell >>> 8, cell & 0xff];
          writer.write(2 * (slot - expected) + (frequency === 1 ? 0 : 1));
          if (frequency !== 1) writer.write(frequency);
          expected = slot + 1;
        }
      });
    }
    return { fingerprints: this.#terms.fingerprints(), bytes: writer.written() };
  }

  /** Adds what `dump` returned for `count` slots as the slots from `first` on, which must be the highest so far. In steps of a
   *  fraction of a millisecond. */
  *addDump(
    first: number,
    count: number,
    { fingerprints, bytes }: { fingerprints: Int32Array; bytes: Uint8Array },
  ): Generator<void> {
    if (first + count > maxSlots) throw new RangeError(`More than ${maxSlots} chunks in one index`);
    const packed = new Uint32Array(count);
    let at = 0;
    const next = (): number => {
      let byte = bytes[at++] ?? 0;
      let value = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] ?? 0;
        value |= (byte & 0x7f) << shift;
      }
      return value;
    };
    for (let term = 0; term < fingerprints.length; term += 2) {
      if (term % TERMS_PER_STEP === 0) yield;
      const postings = next();
      if (postings > count) throw new Error(`A term with ${postings} postings in ${count} chunks`);
      for (let i = 0, slot = first; i < postings; i++, slot++) {
        const value = next();
        slot += value >>> 1;
        packed[i] = (slot << 8) | (value & 1 ? next() & 0xff : 1);
      }
      const number = this.#terms.addFingerprint(fingerprints[term] ?? 0, fingerprints[term + 1] ?? 0);
      this.#lists.append(number, packed, 0, postings);
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

class VarintWriter {
  #bytes = new Uint8Array(65_536);
  #size = 0;

  write(value: number): void {
    if (this.#size + 5 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#size++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#size++] = rest;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}
