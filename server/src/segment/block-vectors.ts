import type { Span } from '#text/sentences.ts';
import type { StoredVector } from './deep-vectors.ts';
import { quantize } from './segment-builder.ts';

/** A block of a chunk with its vector: [start, end) in UTF-16 code units of the chunk's text. */
export type BlockVector = Readonly<Span> & StoredVector;

/** A block as a deep model read it. */
export type ReadBlock = Readonly<Span> & { readonly vector: Float32Array };

// The bytes, little endian as those of a segment. The blocks of a chunk follow those of the chunk before:
//
//     u32  magic | version | chunks | blocks | dimensions
//     u32  blocks before each chunk
//     u32  start of each block | u32 end of each block | f32 scale of each block
//     int8 rows

const magic = 0x56_4b_42_46; // "FBKV"
const version = 1;
const headerFields = 5;

/** Rounds the vectors of the blocks of consecutive chunks to int8 and writes them as one BLOB. Throws when they differ in
 *  length. */
export function encodeBlockVectors(chunks: readonly (readonly ReadBlock[])[]): Uint8Array {
  const blocks = chunks.flat();
  const dimensions = blocks[0]?.vector.length ?? 0;
  const { bytes, firsts, starts, ends, scales, rows } = layOut(chunks.length, blocks.length, dimensions);
  new Uint32Array(bytes.buffer, 0, headerFields).set([
    magic,
    version,
    chunks.length,
    blocks.length,
    dimensions,
  ]);
  let first = 0;
  for (const [chunk, { length }] of chunks.entries()) {
    firsts[chunk] = first;
    first += length;
  }
  for (const [i, { start, end, vector }] of blocks.entries()) {
    if (vector.length !== dimensions)
      throw new Error(`A vector of ${vector.length} numbers among vectors of ${dimensions}`);
    starts[i] = start;
    ends[i] = end;
    scales[i] = quantize(vector, rows.subarray(i * dimensions, (i + 1) * dimensions));
  }
  return bytes;
}

/** Reads the blocks of each chunk from the output of `encodeBlockVectors`; vectors are views of `bytes`. Throws on bytes
 *  of another kind or version, and on truncated bytes. */
export function decodeBlockVectors(bytes: Uint8Array): BlockVector[][] {
  // A view into a larger buffer may start at any offset; typed arrays need multiples of four.
  const view = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (view.byteLength < 4 * headerFields) throw new Error(`No block vectors: ${view.byteLength} bytes`);
  const header = new Uint32Array(view.buffer, view.byteOffset, headerFields);
  const [foundMagic, foundVersion, chunkCount = 0, blockCount = 0, dimensions = 0] = header;
  if (foundMagic !== magic) throw new Error('These bytes are no block vectors');
  if (foundVersion !== version)
    throw new Error(`Block vectors of version ${foundVersion}; this program reads ${version}`);
  const { firsts, starts, ends, scales, rows } = layOut(chunkCount, blockCount, dimensions, view);
  if (firsts.some((first, chunk) => first > (firsts[chunk + 1] ?? blockCount)))
    throw new Error('Block vectors whose chunks are out of order');
  return Array.from(firsts, (first, chunk) =>
    Array.from({ length: (firsts[chunk + 1] ?? blockCount) - first }, (_, i) => ({
      start: starts[first + i] ?? 0,
      end: ends[first + i] ?? 0,
      scale: scales[first + i] ?? 0,
      vector: rows.subarray((first + i) * dimensions, (first + i + 1) * dimensions),
    })),
  );
}

/** The columns of these bytes, or of new ones. */
function layOut(chunkCount: number, blockCount: number, dimensions: number, given?: Uint8Array) {
  const words = headerFields + chunkCount + 3 * blockCount;
  const size = 4 * words + blockCount * dimensions;
  if (given && given.byteLength !== size)
    throw new Error(`Block vectors of ${size} bytes, but ${given.byteLength} are here`);
  const bytes = given ?? new Uint8Array(size);
  const { buffer, byteOffset } = bytes;
  const column = (after: number, count: number) =>
    new Uint32Array(buffer, byteOffset + 4 * (headerFields + after), count);
  return {
    bytes,
    firsts: column(0, chunkCount),
    starts: column(chunkCount, blockCount),
    ends: column(chunkCount + blockCount, blockCount),
    scales: new Float32Array(
      buffer,
      byteOffset + 4 * (headerFields + chunkCount + 2 * blockCount),
      blockCount,
    ),
    rows: new Int8Array(buffer, byteOffset + 4 * words, blockCount * dimensions),
  };
}
