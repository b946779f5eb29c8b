import type { QueryVector } from './query-vector.ts';
import type { TopRows } from './top-rows.ts';
import { bindVectorKernel, createSharedMemory, type VectorKernel } from './vector-kernel.ts';

const blockRows = 128;
const hitBytes = 8;
const wasmPageBytes = 65_536;

/** How many threads may search one memory at the same time, with the main thread, whose lane is 0. */
export const LANES = 17;

/** How many memories the indexes of one kind may have, beside those in use. A process can have some 16,000: each takes four of
 *  the 65,530 mappings that Linux allows a process. There are two kinds of indexes and two environments. */
export const MOST_MEMORIES = 3_000;

/** Int8 vectors by slot, in a WebAssembly memory of their own that threads share, and the scan over them.
 *
 *      lanes     query as int8 | 128 * 8 bytes that one call of the kernel found      for each thread
 *      blocks    block 0 | block 1 | ...
 *
 *      block     inverse norms f32 * 128 | coarse plane 128 * dimensions / 2 | fine plane, the same
 *
 *  A block holds 128 slots whole, so that the memory grows at its end and nothing moves. The planes are explained in
 *  vector-kernel.wat. A slot that was cleared has the inverse norm NaN, which no threshold lets through. */
export class Vectors {
  readonly dimensions: number;
  readonly memory: WebAssembly.Memory;
  readonly #planeBytes: number;
  readonly #queryAt: number;
  readonly #hits: number;
  readonly #blocks: number;
  readonly #blockBytes: number;
  readonly #kernel: VectorKernel;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #floats: Float32Array;
  #query: QueryVector = { values: new Int8Array(0), sum: 0, inverseNorm: 0 };

  /** memory: that of an instance of the same dimensions on another thread. lane: the number of this thread. */
  constructor(dimensions: number, memory = createSharedMemory(), lane = 0) {
    const padded = Math.ceil(dimensions / 64) * 64;
    const laneBytes = padded + blockRows * hitBytes;
    this.dimensions = dimensions;
    this.#planeBytes = padded / 2;
    this.#queryAt = lane * laneBytes;
    this.#hits = this.#queryAt + padded;
    this.#blocks = LANES * laneBytes;
    this.#blockBytes = blockRows * (Float32Array.BYTES_PER_ELEMENT + 2 * this.#planeBytes);
    this.memory = memory;
    this.#kernel = bindVectorKernel(memory);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
    if (lane === 0) this.#reserve(0);
  }

  /** The size of the memory in bytes, including pages reserved beyond the last slot. */
  get byteSize(): number {
    return this.#bytes.byteLength;
  }

  /** Writes int8 rows, row-major, to the slots from `first` on. */
  write(first: number, rows: Int8Array): void {
    const count = rows.length / this.dimensions;
    this.#reserve(first + count);
    for (let i = 0; i < count; i++) {
      this.#writeRow(first + i, rows.subarray(i * this.dimensions, (i + 1) * this.dimensions));
    }
  }

  /** Removes slots from every later scan. */
  clear(first: number, count: number): void {
    for (let slot = first; slot < first + count; slot++)
      this.#floats[this.#inverseNorm(slot) / 4] = Number.NaN;
  }

  /** Copies slots of another set with the same dimensions to the slots from `first` on. */
  copy(first: number, from: Vectors, fromFirst: number, count: number): void {
    this.#reserve(first + count);
    for (let done = 0; done < count; ) {
      const [slot, source] = [first + done, fromFirst + done];
      // As many slots as are contiguous in both sets.
      const run = Math.min(count - done, blockRows - (slot % blockRows), blockRows - (source % blockRows));
      const copyBytes = (to: number, at: number, size: number) =>
        this.#bytes.set(from.#bytes.subarray(at, at + size), to);
      copyBytes(this.#inverseNorm(slot), from.#inverseNorm(source), run * Float32Array.BYTES_PER_ELEMENT);
      copyBytes(this.#plane(0, slot), from.#plane(0, source), run * this.#planeBytes);
      copyBytes(this.#plane(1, slot), from.#plane(1, source), run * this.#planeBytes);
      done += run;
    }
  }

  /** The slots up to `count` as bytes: all inverse norms, all coarse planes, all fine planes. */
  dump(count: number): Uint8Array {
    const bytes = new Uint8Array(count * (Float32Array.BYTES_PER_ELEMENT + 2 * this.#planeBytes));
    this.#eachRun(0, count, (at, place, size) => bytes.set(this.#bytes.subarray(at, at + size), place));
    return bytes;
  }

  /** Writes what `dump` returned for `count` slots of the same dimensions to the slots from `first` on. */
  restore(first: number, bytes: Uint8Array, count: number): void {
    this.#reserve(first + count);
    this.#eachRun(first, count, (at, place, size) =>
      this.#bytes.set(bytes.subarray(place, place + size), at),
    );
  }

  /** Calls `move` with the address and size of each run of bytes that belongs to slots, and its place in a dump of them. */
  #eachRun(first: number, count: number, move: (at: number, place: number, size: number) => void): void {
    const planes = count * Float32Array.BYTES_PER_ELEMENT;
    const plane = this.#planeBytes;
    for (let done = 0; done < count; ) {
      const slot = first + done;
      const run = Math.min(count - done, blockRows - (slot % blockRows));
      move(
        this.#inverseNorm(slot),
        done * Float32Array.BYTES_PER_ELEMENT,
        run * Float32Array.BYTES_PER_ELEMENT,
      );
      move(this.#plane(0, slot), planes + done * plane, run * plane);
      move(this.#plane(1, slot), planes + (count + done) * plane, run * plane);
      done += run;
    }
  }

  /** Sets the vector that `scan` and `cosine` compare with. */
  setQuery(query: QueryVector): void {
    if (this.#bytes.buffer !== this.memory.buffer) this.#openViews();
    this.#bytes.set(query.values, this.#queryAt);
    this.#query = query;
  }

  /** Offers the slots of [first, end) by their coarse similarity to the query. isLive: leaves out others. */
  scan(first: number, end: number, best: TopRows, isLive?: (slot: number) => boolean): void {
    // 16 * coarse + 7.5 is the middle of the numbers that share this coarse part.
    const bias = ((128 - 7.5) * this.#query.sum) / 16;
    for (let block = first - (first % blockRows); block < end; block += blockRows) {
      const norms = this.#inverseNorm(block);
      const found = this.#kernel.scanBlock(
        this.#queryAt,
        norms,
        this.#plane(0, block),
        this.#planeBytes,
        bias,
        best.threshold,
        this.#hits,
      );
      const words = this.#hits / 4;
      for (let word = words; word < words + 2 * found; word += 2) {
        const slot = block + (this.#words[word] ?? 0);
        if (slot >= first && slot < end && (!isLive || isLive(slot)))
          best.offer(slot, this.#floats[word + 1] ?? 0);
      }
    }
  }

  /** Cosine of the slot's int8 vector and the query's, as a 32-bit float; 0 for a zero vector. */
  cosine(slot: number): number {
    const { sum, inverseNorm } = this.#query;
    const coarse = this.#kernel.dotPlane(this.#queryAt, this.#plane(0, slot), this.#planeBytes);
    const fine = this.#kernel.dotPlane(this.#queryAt, this.#plane(1, slot), this.#planeBytes);
    const dot = 16 * coarse + fine - 128 * sum;
    const cosine = dot * (this.#floats[this.#inverseNorm(slot) / 4] ?? 0) * inverseNorm;
    return Math.fround(Math.max(-1, Math.min(1, cosine)));
  }

  #block(slot: number): number {
    return this.#blocks + Math.floor(slot / blockRows) * this.#blockBytes;
  }

  #inverseNorm(slot: number): number {
    return this.#block(slot) + (slot % blockRows) * Float32Array.BYTES_PER_ELEMENT;
  }

  #plane(plane: 0 | 1, slot: number): number {
    const planes = this.#block(slot) + blockRows * Float32Array.BYTES_PER_ELEMENT;
    return planes + (plane * blockRows + (slot % blockRows)) * this.#planeBytes;
  }

  /** The int8 numbers of a slot; undefined if it was cleared, or is the zero vector. */
  row(slot: number): Int8Array | undefined {
    const inverseNorm = this.#floats[this.#inverseNorm(slot) / 4];
    if (!inverseNorm) return undefined;
    const bytes = this.#bytes;
    const [coarse, fine] = [this.#plane(0, slot), this.#plane(1, slot)];
    return Int8Array.from({ length: this.dimensions }, (_, place) => {
      const at = (place >> 5) * 16 + (place & 15);
      const shift = place & 16 ? 4 : 0;
      const high = ((bytes[coarse + at] ?? 0) >> shift) & 15;
      const low = ((bytes[fine + at] ?? 0) >> shift) & 15;
      return 16 * high + low - 128;
    });
  }

  #writeRow(slot: number, row: Int8Array): void {
    const bytes = this.#bytes;
    const [coarse, fine] = [this.#plane(0, slot), this.#plane(1, slot)];
    let squares = 0;
    for (let group = 0; group < row.length; group += 32) {
      for (let i = 0; i < 16; i++) {
        const low = row[group + i] ?? 0;
        const high = row[group + 16 + i] ?? 0;
        squares += low * low + high * high;
        bytes[coarse + group / 2 + i] = ((low + 128) >> 4) | ((high + 128) & 0xf0);
        bytes[fine + group / 2 + i] = ((low + 128) & 0x0f) | (((high + 128) & 0x0f) << 4);
      }
    }
    this.#floats[this.#inverseNorm(slot) / 4] = squares && 1 / Math.sqrt(squares);
  }

  #reserve(slots: number): void {
    const missing = this.#block(slots - 1) + this.#blockBytes - this.#bytes.byteLength;
    if (missing <= 0) return;
    // Reserve an eighth more: growing costs a few system calls and new views, while untouched pages cost nothing.
    this.memory.grow(Math.ceil((missing + this.#bytes.byteLength / 8) / wasmPageBytes));
    this.#openViews();
  }

  #openViews(): void {
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    this.#floats = new Float32Array(this.memory.buffer);
  }
}
