import { crc32 } from 'node:zlib';
import type { SourceId } from '#lib/ids.ts';
import type { IndexPart } from './search-scope.ts';

/** A source in a pack. Its chunks have consecutive slots, after those of the source before. */
export type PackedSource = {
  readonly sourceId: SourceId;
  readonly revision: number;
  /** The change of the knowledge base that wrote it. */
  readonly changeNo: number;
  readonly language: string;
  readonly chunkCount: number;
};

/** Segments of many sources, merged into what an index adds to its arrays without looking at each term of each source. */
export type SegmentPack = {
  readonly dimensions: number;
  readonly slotCount: number;
  readonly sources: readonly PackedSource[];
  /** Tokens of each chunk. */
  readonly lengths: Uint32Array;
  /** See Postings.dump. */
  readonly postings: { readonly fingerprints: Int32Array; readonly bytes: Uint8Array };
  /** See Vectors.dump. */
  readonly vectors: Uint8Array;
};

// The bytes, little endian as those of a segment:
//
//     u32  magic | version | CRC-32 of all that follows | dimensions | slots | byte length of each section ...
//     sources (JSON) | lengths | fingerprints | postings | vectors
//
// Sections begin at multiples of four.

const magic = 0x4b_50_53_46; // "FSPK"
/** Increment this with any layout in it, those of the index too: packs of another version are made again. */
const version = 1;
const headerFields = 5;
const sectionCount = 5;
const headerBytes = 4 * (headerFields + sectionCount);
const checkedFrom = 12;

/** Writes a pack of all sources of a part that has no dead slots. */
export function encodePack({ slots, vectors, postings }: IndexPart): Uint8Array {
  const { slotCount } = slots;
  const sources = Array.from(
    slots.live(),
    ({ sourceId, revision, changeNo, language, chunkCount }): PackedSource => ({
      sourceId,
      revision,
      changeNo,
      language,
      chunkCount,
    }),
  );
  const { fingerprints, bytes: postingBytes } = postings.dump(slotCount);
  const sections = [
    Buffer.from(JSON.stringify(sources)),
    slots.lengths.subarray(0, slotCount),
    fingerprints,
    postingBytes,
    vectors.dump(slotCount),
  ];
  const sizes = sections.map(({ byteLength }) => byteLength);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + aligned(size), headerBytes));
  const header = new Uint32Array(bytes.buffer, 0, headerFields + sectionCount);
  header.set([magic, version, 0, vectors.dimensions, slotCount, ...sizes]);
  let at = headerBytes;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += aligned(section.byteLength);
  }
  header[2] = crc32(bytes.subarray(checkedFrom));
  return bytes;
}

/** Reads the output of `encodePack`, as views of `bytes`. Throws on bytes of another kind or version, and on damaged bytes. */
export function decodePack(bytes: Uint8Array): SegmentPack {
  // A view into a larger buffer may start at any offset; typed arrays need multiples of four.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  if (byteLength < headerBytes) throw new Error(`Not a pack of segments: ${byteLength} bytes`);
  const [foundMagic, foundVersion, checksum, dimensions = 0, slotCount = 0, ...sizes] = new Uint32Array(
    buffer,
    byteOffset,
    headerFields + sectionCount,
  );
  if (foundMagic !== magic) throw new Error('These bytes are not a pack of segments');
  if (foundVersion !== version)
    throw new Error(`Pack of segments of version ${foundVersion}; this program reads ${version}`);
  if (crc32(new Uint8Array(buffer, byteOffset + checkedFrom, byteLength - checkedFrom)) !== checksum)
    throw new Error('This pack of segments is damaged: its checksum differs');
  let at = byteOffset + headerBytes;
  const next = (): Uint8Array => {
    const size = sizes.shift() ?? 0;
    const section = new Uint8Array(buffer, at, size);
    at += aligned(size);
    return section;
  };
  const sources = JSON.parse(Buffer.from(next()).toString()) as PackedSource[];
  const [lengths, fingerprints] = [next(), next()];
  return {
    dimensions,
    slotCount,
    sources,
    lengths: new Uint32Array(lengths.buffer, lengths.byteOffset, slotCount),
    postings: {
      fingerprints: new Int32Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.byteLength / 4),
      bytes: next(),
    },
    vectors: next(),
  };
}

const aligned = (size: number): number => Math.ceil(size / 4) * 4;
