import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksToCompare, meanCosine, type SampledSource, unitVector } from './likeness.ts';

/** A source by the directions of its chunks. */
const source = (directions: readonly (readonly number[])[]): SampledSource => {
  const vectors = directions.map((direction) => unitVector(Int8Array.from(direction)));
  return { sample: vectors, around: vectors };
};

describe('chunksToCompare', () => {
  it('takes 32 samples evenly and their neighbours, and everything of a short source', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), (chunkCount) => {
        const chunks = chunksToCompare(chunkCount);
        const positions = chunks.map(({ position }) => position);
        const samples = chunks.filter(({ isSample }) => isSample).map(({ position }) => position);
        expect(samples).toHaveLength(Math.min(32, chunkCount));
        expect(positions.length).toBeLessThanOrEqual(160);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        for (const position of positions) expect(position).toBeLessThan(chunkCount);
        if (chunkCount <= 96) expect(positions).toHaveLength(chunkCount);
        // Nowhere is more than the 32nd part of the text left out between two samples.
        for (const [i, sample] of samples.entries())
          expect(sample - (samples[i - 1] ?? 0)).toBeLessThanOrEqual(Math.ceil(chunkCount / 32));
      }),
    );
  });
});

describe('meanCosine', () => {
  it('is 1 for the same chunks in any order, and the same both ways', () => {
    const [a, b] = [
      source([
        [9, 0],
        [3, 4],
      ]),
      source([
        [3, 4],
        [1, 0],
        [1, 0],
      ]),
    ];
    expect(meanCosine(a, b)).toBeCloseTo(1, 6);
    const other = source([
      [0, 5],
      [4, 3],
    ]);
    expect(meanCosine(a, other)).toBeCloseTo(meanCosine(other, a), 6);
    expect(meanCosine(a, other)).toBeLessThan(1);
  });

  it('is lower if one has more than the other', () => {
    const part = source([[1, 0]]);
    expect(
      meanCosine(
        part,
        source([
          [1, 0],
          [0, 1],
        ]),
      ),
    ).toBeCloseTo(0.75, 6);
  });

  it('is 0 for a source without vectors', () => {
    expect(meanCosine(source([]), source([[1, 0]]))).toBe(0);
  });
});
