/** Cells of an entry: the halves of a fingerprint, then the term's number + 1, or 0 if the entry is free. */
const cellsPerPlace = 3;

/** Numbers terms 0, 1, 2 ... by a 64-bit fingerprint instead of their text: 24 to 48 bytes a term. A Map of strings
 *  takes 80 and more and needs twice the time. Terms that share a fingerprint would count as one; in an index of a
 *  million terms the odds of any such pair are 1 to 37 million.
 *
 *      | low | high | number + 1 | low | high | number + 1 | ...        a hash table, at most half full */
export class TermTable {
  #cells = new Int32Array(cellsPerPlace * 64);
  #size = 0;
  // The current fingerprint. Fields, because returning a pair would allocate an object per term.
  #low = 0;
  #high = 0;

  /** How many numbers were assigned: 0 up to, not including, this one. */
  get size(): number {
    return this.#size;
  }

  get byteSize(): number {
    return this.#cells.byteLength;
  }

  /** The term's number; undefined when it has none. */
  find(term: string): number | undefined {
    this.#takeFingerprint(term);
    const numberPlusOne = this.#cells[this.#locate() + 2] ?? 0;
    return numberPlusOne > 0 ? numberPlusOne - 1 : undefined;
  }

  /** The term's number; it gets the next one when it has none. */
  add(term: string): number {
    this.#takeFingerprint(term);
    const at = this.#locate();
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
    this.#cells = new Int32Array(length);
    for (let at = 0; at < old.length; at += cellsPerPlace) {
      const numberPlusOne = old[at + 2] ?? 0;
      const moved = numberPlusOne && move(numberPlusOne);
      if (moved === 0) continue;
      this.#low = old[at] ?? 0;
      this.#high = old[at + 1] ?? 0;
      this.#put(this.#locate(), moved);
    }
  }

  /** The entry of the current fingerprint, or the free entry where it belongs. */
  #locate(): number {
    const cells = this.#cells;
    const mask = cells.length / cellsPerPlace - 1;
    let place = this.#low & mask;
    for (;;) {
      const at = cellsPerPlace * place;
      if (cells[at + 2] === 0 || (cells[at] === this.#low && cells[at + 1] === this.#high)) return at;
      place = (place + 1) & mask;
    }
  }

  #put(at: number, numberPlusOne: number): void {
    this.#cells[at] = this.#low;
    this.#cells[at + 1] = this.#high;
    this.#cells[at + 2] = numberPlusOne;
  }

  /** Two chains of multiply and shift over the UTF-16 code units, as in MurmurHash, with its last mixing step. */
  #takeFingerprint(term: string): void {
    let low = 0x9e3779b9 | 0;
    let high = 0x85ebca6b | 0;
    for (let i = 0; i < term.length; i++) {
      const unit = term.charCodeAt(i);
      low = Math.imul(low ^ unit, 0xcc9e2d51);
      low ^= low >>> 15;
      high = Math.imul(high ^ unit, 0x1b873593);
      high ^= high >>> 13;
    }
    this.#low = mixed(low);
    this.#high = mixed(high);
  }
}

function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
