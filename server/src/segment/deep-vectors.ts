import { quantize } from './segment-builder.ts';

/** A vector rounded to int8. A component is about its value times `scale`; scale 0 is the zero vector, which is near
 *  nothing. */
export type StoredVector = { readonly scale: number; readonly vector: Int8Array };

/** The vectors of consecutive chunks: `vectors` is row-major, a row for each scale. */
export type DeepVectors = {
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly vectors: Int8Array;
};

// The bytes, little endian as those of a segment:
//
//     u32  magic | version | rows | dimensions
//     f32  scale of each row
//     int8 rows

const magic = 0x56_50_44_46; // "FDPV"
const version = 1;
const headerBytes = 16;

/** Rounds the vectors of consecutive chunks to int8 and writes them as one BLOB. Throws when they differ in length. */
export function encodeDeepVectors(vectors: readonly Float32Array[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const rowsAt = headerBytes + 4 * vectors.length;
  const bytes = new Uint8Array(rowsAt + vectors.length * dimensions);
  new Uint32Array(bytes.buffer, 0, 4).set([magic, version, vectors.length, dimensions]);
  const scales = new Float32Array(bytes.buffer, headerBytes, vectors.length);
  for (const [row, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new Error(`A vector of ${vector.length} numbers among vectors of ${dimensions}`);
    scales[row] = quantize(vector, new Int8Array(bytes.buffer, rowsAt + row * dimensions, dimensions));
  }
  return bytes;
}

/** Reads the output of `encodeDeepVectors`, as views of `bytes`. Throws on bytes of another kind or version, and on
 *  truncated bytes. */
export function decodeDeepVectors(bytes: Uint8Array): DeepVectors {
  // A view into a larger buffer may start at any offset; typed arrays need multiples of four.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (byteLength < headerBytes) throw new Error(`No deep vectors: ${byteLength} bytes`);
  const [foundMagic, foundVersion, rows = 0, dimensions = 0] = new Uint32Array(buffer, byteOffset, 4);
  if (foundMagic !== magic) throw new Error('These bytes are no deep vectors');
  if (foundVersion !== version)
    throw new Error(`Deep vectors of version ${foundVersion}; this program reads ${version}`);
  const rowsAt = headerBytes + 4 * rows;
  if (byteLength !== rowsAt + rows * dimensions)
    throw new Error(`Deep vectors of ${rowsAt + rows * dimensions} bytes, but ${byteLength} are here`);
  return {
    dimensions,
    scales: new Float32Array(buffer, byteOffset + headerBytes, rows),
    vectors: new Int8Array(buffer, byteOffset + rowsAt, rows * dimensions),
  };
}
