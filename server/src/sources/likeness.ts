import { dotProduct } from '#lib/dot-product.ts';
/** A source by the vectors of some of its chunks: unit vectors of one model. */
export type SampledSource = {
  /** Evenly from the whole text. */
  sample: readonly Float32Array[];
  /** Of all chunks, or of those around the samples. */
  around: readonly Float32Array[];
};

/** More would cost more than a search, and change little: the mean of 32 is good to a hundredth. */
const SAMPLES = 32;
/** A near copy may have its text a little earlier or later. */
const NEIGHBOURS = 2;

/** The positions of the chunks to compare a source by, in order, and which of them are samples. */
export function chunksToCompare(chunkCount: number): { position: number; isSample: boolean }[] {
  const count = Math.min(chunkCount, SAMPLES);
  const samples = new Set(
    Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * chunkCount) / count)),
  );
  const positions = new Set<number>();
  for (const sample of samples)
    for (let position = sample - NEIGHBOURS; position <= sample + NEIGHBOURS; position++)
      if (position >= 0 && position < chunkCount) positions.add(position);
  return [...positions]
    .sort((a, b) => a - b)
    .map((position) => ({ position, isSample: samples.has(position) }));
}

/** The vector of length 1 in a direction. */
export function unitVector(direction: Int8Array): Float32Array {
  const squares = direction.reduce((sum, number) => sum + number * number, 0);
  return Float32Array.from(direction, (number) => number / Math.sqrt(squares));
}

/** How alike two sources are: the mean cosine of a chunk of one with the nearest chunk of the other, both ways. 1 for the
 *  same text. */
export const meanCosine = (a: SampledSource, b: SampledSource): number =>
  (meanOfNearest(a.sample, b.around) + meanOfNearest(b.sample, a.around)) / 2;

function meanOfNearest(sample: readonly Float32Array[], others: readonly Float32Array[]): number {
  if (sample.length === 0 || others.length === 0) return 0;
  const sum = sample.reduce((total, vector) => total + nearest(vector, others), 0);
  return sum / sample.length;
}

const nearest = (vector: Float32Array, others: readonly Float32Array[]): number =>
  others.reduce((best, other) => Math.max(best, dotProduct(vector, other)), -1);
