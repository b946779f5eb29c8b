import { offsetsOf, type Segment } from './segment.ts';

/** What a segment is built from: one row of `vectors` and one entry of `chunks` per chunk, in source order. */
export type SegmentInput = {
  readonly dimensions: number;
  readonly vectors: Float32Array;
  readonly language: string;
  readonly chunks: readonly ChunkTerms[];
};

type ChunkTerms = { readonly terms: ReadonlyMap<string, number>; readonly length: number };

export type SegmentBuilder = {
  /** Adds the next chunk. vector: `dimensions` numbers. Both arguments are read at once and not kept. */
  add(vector: Float32Array, chunk: ChunkTerms): void;
  /** Throws when fewer chunks were added than `chunkCount`. */
  finish(): Segment;
};

const maxFrequency = 255;

/** Builds a segment chunk by chunk, so that a source of 40,000 chunks never needs as many term maps in memory: they
 *  took 200 MB more than the 5 bytes per posting stored here. */
export function createSegmentBuilder(shape: {
  chunkCount: number;
  dimensions: number;
  language: string;
}): SegmentBuilder {
  const { chunkCount, dimensions, language } = shape;
  const vectors = new Int8Array(chunkCount * dimensions);
  const scales = new Float32Array(chunkCount);
  const lengths = new Uint32Array(chunkCount);
  /** Term -> its number, in order of first occurrence. */
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const postings = createPostings();
  let added = 0;
  return {
    add: (vector, { terms, length }) => {
      scales[added] = quantize(vector, vectors.subarray(added * dimensions, (added + 1) * dimensions));
      lengths[added] = length;
      for (const [term, frequency] of terms) {
        let number = numbers.get(term);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(term, number);
          counts.push(0);
        }
        counts[number] = (counts[number] ?? 0) + 1;
        postings.push(number, added, Math.min(frequency, maxFrequency));
      }
      added += 1;
    },
    finish: () => {
      if (added !== chunkCount)
        throw new Error(`${chunkCount} chunks were announced, but ${added} were added`);
      const terms = [...numbers.keys()].sort();
      const order = terms.map((term) => numbers.get(term) ?? 0);
      const offsets = offsetsOf(Uint32Array.from(order, (number) => counts[number] ?? 0));
      const places = new Uint32Array(order.length);
      for (const [rank, number] of order.entries()) places[number] = offsets[rank] ?? 0;
      return {
        chunkCount,
        dimensions,
        language,
        vectors,
        scales,
        lengths,
        terms,
        offsets,
        ...postings.sorted(places),
      };
    },
  };
}

/** Builds the segment of one source. Throws when `vectors` is not one row per chunk. */
export function buildSegment({ dimensions, language, chunks, vectors }: SegmentInput): Segment {
  if (vectors.length !== chunks.length * dimensions)
    throw new Error(`${chunks.length} chunks of ${dimensions} dimensions, but ${vectors.length} numbers`);
  const builder = createSegmentBuilder({ chunkCount: chunks.length, dimensions, language });
  for (const [row, chunk] of chunks.entries())
    builder.add(vectors.subarray(row * dimensions, (row + 1) * dimensions), chunk);
  return builder.finish();
}

/** Rounds a vector to int8 so that its largest component becomes 127, and returns the scale that undoes it. */
export function quantize(vector: Float32Array, into: Int8Array): number {
  let largest = 0;
  for (const x of vector) largest = Math.max(largest, Math.abs(x));
  if (largest === 0) return 0;
  for (let i = 0; i < vector.length; i++) into[i] = Math.round((127 * (vector[i] ?? 0)) / largest);
  return largest / 127;
}

/** Postings in order of arrival, chunk by chunk, in columns that grow. */
function createPostings() {
  let terms = new Uint32Array(1_024);
  let positions = new Uint32Array(1_024);
  let frequencies = new Uint8Array(1_024);
  let size = 0;
  const grow = (): void => {
    const capacity = Math.ceil(size * 1.5);
    [terms, positions, frequencies] = [
      grown(terms, new Uint32Array(capacity)),
      grown(positions, new Uint32Array(capacity)),
      grown(frequencies, new Uint8Array(capacity)),
    ];
  };
  return {
    push: (term: number, position: number, frequency: number): void => {
      if (size === terms.length) grow();
      terms[size] = term;
      positions[size] = position;
      frequencies[size] = frequency;
      size += 1;
    },
    /** Sorts the columns by term, in order within each term. places: the index of the first posting of each term. */
    sorted: (places: Uint32Array): Pick<Segment, 'positions' | 'frequencies'> => {
      const sorted = { positions: new Uint32Array(size), frequencies: new Uint8Array(size) };
      for (let index = 0; index < size; index++) {
        const term = terms[index] ?? 0;
        const place = places[term] ?? 0;
        places[term] = place + 1;
        sorted.positions[place] = positions[index] ?? 0;
        sorted.frequencies[place] = frequencies[index] ?? 0;
      }
      return sorted;
    },
  };
}

function grown<Column extends Uint32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
