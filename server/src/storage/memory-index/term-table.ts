/** Cells of an entry: the halves of a fingerprint, then the term's number + 1, or 0 if the entry is free. */
const cellsPerPlace = 3;

/** Numbers terms 0, 1, 2 ... by a 64-bit fingerprint instead of their text: 24 to 48 bytes a term. A Map of strings
 *  takes 80 and more and needs twice the time. Terms that share a fingerprint would count as one; in an index of a
 *  million terms the odds of any such pair are 1 to 37 million.
 *
 *      | low | high | number + 1 | low | high | number + 1 | ...        a hash table, at most half full */
export class TermTable {
  #cells = sharedCells(cellsPerPlace * 64);
  #size = 0;

  /** How many numbers were assigned: 0 up to, not including, this one. */
  get size(): number {
    return this.#size;
  }

  /** The table, for `findTerm`, also on another thread. */
  get cells(): Int32Array {
    return this.#cells;
  }

  /** The term's number; it gets the next one when it has none. */
  add(term: string): number {
    takeFingerprint(term);
    return this.#addCurrent();
  }

  /** The same by the fingerprint. */
  addFingerprint(firstHalf: number, secondHalf: number): number {
    [low, high] = [firstHalf, secondHalf];
    return this.#addCurrent();
  }

  /** The halves of the fingerprints of all terms, in the order of their numbers. */
  fingerprints(): Int32Array {
    const halves = new Int32Array(2 * this.#size);
    for (let at = 0; at < this.#cells.length; at += cellsPerPlace) {
      const numberPlusOne = this.#cells[at + 2] ?? 0;
      if (numberPlusOne > 0) halves.set(this.#cells.subarray(at, at + 2), 2 * (numberPlusOne - 1));
    }
    return halves;
  }

  #addCurrent(): number {
    const at = locate(this.#cells);
    const known = this.#cells[at + 2] ?? 0;
    if (known > 0) return known - 1;
    this.#put(at, ++this.#size);
    if (2 * cellsPerPlace * this.#size > this.#cells.length)
      this.#rebuild(2 * this.#cells.length, (number) => number);
    return this.#size - 1;
  }

  /** Renumbers each term to moves[number] - 1 and removes those for which that is -1. `size` is the new size. */
  renumber(moves: Uint32Array, size: number): void {
    this.#size = size;
    const places = 2 ** Math.ceil(Math.log2(2 * Math.max(32, size)));
    this.#rebuild(cellsPerPlace * places, (numberPlusOne) => moves[numberPlusOne - 1] ?? 0);
  }

  #rebuild(length: number, move: (numberPlusOne: number) => number): void {
    const old = this.#cells;
    this.#cells = sharedCells(length);
    for (let at = 0; at < old.length; at += cellsPerPlace) {
      const numberPlusOne = old[at + 2] ?? 0;
      const moved = numberPlusOne && move(numberPlusOne);
      if (moved === 0) continue;
      low = old[at] ?? 0;
      high = old[at + 1] ?? 0;
      this.#put(locate(this.#cells), moved);
    }
  }

  #put(at: number, numberPlusOne: number): void {
    this.#cells[at] = low;
    this.#cells[at + 1] = high;
    this.#cells[at + 2] = numberPlusOne;
  }
}

/** The number of a term in the cells of a table; undefined when it has none. */
export function findTerm(cells: Int32Array, term: string): number | undefined {
  takeFingerprint(term);
  const numberPlusOne = cells[locate(cells) + 2] ?? 0;
  return numberPlusOne > 0 ? numberPlusOne - 1 : undefined;
}

const sharedCells = (length: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * length));

// The current fingerprint. Variables, because returning a pair would allocate an object per term.
let low = 0;
let high = 0;

/** The entry of the current fingerprint, or the free entry where it belongs. */
function locate(cells: Int32Array): number {
  const mask = cells.length / cellsPerPlace - 1;
  let place = low & mask;
  for (;;) {
    const at = cellsPerPlace * place;
    if (cells[at + 2] === 0 || (cells[at] === low && cells[at + 1] === high)) return at;
    place = (place + 1) & mask;
  }
}

/** Two chains of multiply and shift over the UTF-16 code units, as in MurmurHash, with its last mixing step. */
function takeFingerprint(term: string): void {
  let first = 0x9e3779b9 | 0;
  let second = 0x85ebca6b | 0;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    first = Math.imul(first ^ unit, 0xcc9e2d51);
    first ^= first >>> 15;
    second = Math.imul(second ^ unit, 0x1b873593);
    second ^= second >>> 13;
  }
  low = mixed(first);
  high = mixed(second);
}

function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
