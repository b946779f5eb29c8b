import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 16;

/** Vectors by text in an append-only file: records of the first 16 bytes of a SHA-256 and the vector as float32. A
 *  record that was cut off at the end is dropped. */
export class VectorFile {
  readonly #path: string;
  readonly #vectors = new Map<string, Float32Array>();
  /** Bytes of whole records, until the first is added. */
  #read: number | undefined;

  constructor(path: string, dimensions: number) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const bytes = readFileSync(path);
    const recordBytes = KEY_BYTES + 4 * dimensions;
    const whole = bytes.length - (bytes.length % recordBytes);
    this.#read = whole;
    for (let at = 0; at < whole; at += recordBytes) {
      const values = bytes.buffer.slice(
        bytes.byteOffset + at + KEY_BYTES,
        bytes.byteOffset + at + recordBytes,
      );
      this.#vectors.set(bytes.toString('hex', at, at + KEY_BYTES), new Float32Array(values));
    }
  }

  get(text: string): Float32Array | undefined {
    return this.#vectors.get(keyOf(text).toString('hex'));
  }

  add(text: string, vector: Float32Array): void {
    if (this.#read !== undefined) truncateSync(this.#path, this.#read);
    this.#read = undefined;
    const key = keyOf(text);
    this.#vectors.set(key.toString('hex'), vector);
    const values = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    appendFileSync(this.#path, Buffer.concat([key, values]));
  }
}

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);
