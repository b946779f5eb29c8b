/** A segment is the search index of one source: built once in a worker thread, stored as bytes, merged into memory.
 *
 *  Postings are laid out as columns; term t owns the entries from offsets[t] up to offsets[t + 1]:
 *
 *      terms        "apple"      "pear"   "plum"
 *      offsets      0            3        4        6
 *      positions    0   2   7    2        1   7           chunk in the source, ascending within a term
 *      frequencies  1   1   4    2        1   1           how often the chunk contains the term, at most 255
 */
export type Segment = {
  readonly chunkCount: number;
  readonly dimensions: number;
  /** The language detected in the source, which selects the stemmer of its terms. */
  readonly language: string;
  /** Row-major, chunkCount * dimensions. A component is about its value times the scale of its row. */
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** Tokens per chunk. */
  readonly lengths: Uint32Array;
  /** Distinct, in code unit order. */
  readonly terms: readonly string[];
  readonly offsets: Uint32Array;
  readonly positions: Uint32Array;
  readonly frequencies: Uint8Array;
};

// The bytes of a segment, little endian like every Node platform except s390x:
//
//     u32  magic | version | chunks | dimensions | terms | postings | byte length of each section ...
//     scales | lengths | entries per term | positions | frequencies | term lengths | term text | language | vectors
//
// Sections begin at multiples of four. The largest number of an integer column makes it 1, 2 or 4 bytes wide: a
// position in a source of up to 256 chunks takes one byte. Widening a column is one native copy; varints would cost
// a branch per number.

const magic = 0x47_45_53_46; // "FSEG"
const version = 1;
const headerFields = 6;
const sectionCount = 9;
const headerBytes = 4 * (headerFields + sectionCount);

/** Writes a segment as one compact BLOB. */
export function encodeSegment(segment: Segment): Uint8Array {
  const { chunkCount, dimensions, terms, offsets, positions } = segment;
  const sections = [
    segment.scales,
    narrowed(segment.lengths),
    narrowed(countsOf(offsets)),
    narrowed(positions),
    segment.frequencies,
    narrowed(Uint32Array.from(terms, (term) => term.length)),
    Buffer.from(terms.join('')),
    Buffer.from(segment.language),
    segment.vectors,
  ];
  const sizes = sections.map((section) => section.byteLength);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + aligned(size), headerBytes));
  const header = [magic, version, chunkCount, dimensions, terms.length, positions.length, ...sizes];
  new Uint32Array(bytes.buffer, 0, header.length).set(header);
  let at = headerBytes;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += aligned(section.byteLength);
  }
  return bytes;
}

/** Reads the output of `encodeSegment`. One-byte columns and the vectors are views of `bytes`. Throws on bytes of
 *  another kind or version, and on truncated bytes. */
export function decodeSegment(bytes: Uint8Array): Segment {
  // A view into a larger buffer may start at any offset; typed arrays need multiples of four.
  const buffer = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const [, , chunkCount = 0, dimensions = 0, termCount = 0, postingCount = 0, ...sizes] = headerOf(buffer);
  let at = headerBytes;
  const next = (): Uint8Array => {
    const size = sizes.shift() ?? 0;
    const section = buffer.subarray(at, at + size);
    at += aligned(size);
    return section;
  };
  const [scales, lengths, counts, positions, frequencies] = [next(), next(), next(), next(), next()];
  const [termLengths, text, language, vectors] = [next(), next(), next(), next()];
  return {
    chunkCount,
    dimensions,
    language: textOf(language),
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, chunkCount * dimensions),
    scales: new Float32Array(scales.buffer, scales.byteOffset, chunkCount),
    lengths: widened(lengths, chunkCount),
    terms: cut(textOf(text), widened(termLengths, termCount)),
    offsets: offsetsOf(widened(counts, termCount)),
    positions: widened(positions, postingCount),
    frequencies,
  };
}

/** The bytes at the beginning of a segment that `dimensionsOf` reads. */
export const SEGMENT_HEADER_BYTES = 4 * headerFields;

/** The length of the vectors of a segment, from its first bytes. */
export const dimensionsOf = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(12, true);

function headerOf(bytes: Uint8Array): Uint32Array {
  if (bytes.byteLength < headerBytes) throw new Error(`Not a segment: ${bytes.byteLength} bytes`);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, headerFields + sectionCount);
  const [foundMagic, foundVersion] = header;
  if (foundMagic !== magic) throw new Error('These bytes are not a segment');
  if (foundVersion !== version)
    throw new Error(`Segment of version ${foundVersion}; this program reads ${version}`);
  const expected = header.subarray(headerFields).reduce((sum, size) => sum + aligned(size), headerBytes);
  if (bytes.byteLength !== expected)
    throw new Error(`Segment of ${expected} bytes, but ${bytes.byteLength} are here`);
  return header;
}

const aligned = (size: number): number => Math.ceil(size / 4) * 4;

function narrowed(values: Uint32Array): Uint8Array | Uint16Array | Uint32Array {
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  if (largest < 2 ** 8) return Uint8Array.from(values);
  return largest < 2 ** 16 ? Uint16Array.from(values) : values;
}

function widened(column: Uint8Array, count: number): Uint32Array {
  const { buffer, byteOffset, byteLength } = column;
  if (byteLength === count) return new Uint32Array(column);
  if (byteLength === 2 * count) return new Uint32Array(new Uint16Array(buffer, byteOffset, count));
  return new Uint32Array(buffer, byteOffset, count);
}

/** Decodes UTF-8. A TextDecoder would drop a byte order mark at the start of the first term. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function cut(text: string, lengths: Uint32Array): string[] {
  const parts = new Array<string>(lengths.length);
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const end = at + (lengths[i] ?? 0);
    parts[i] = text.slice(at, end);
    at = end;
  }
  return parts;
}

/** The offset at which each term's entries begin, then the end of the last. */
export function offsetsOf(counts: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(counts.length + 1);
  for (let i = 0, sum = 0; i < counts.length; i++) {
    sum += counts[i] ?? 0;
    offsets[i + 1] = sum;
  }
  return offsets;
}

const countsOf = (offsets: Uint32Array): Uint32Array =>
  offsets.subarray(1).map((end, i) => end - (offsets[i] ?? 0));
