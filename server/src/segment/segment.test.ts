import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSegment, encodeSegment, type Segment } from './segment.ts';
import { buildSegment, quantize } from './segment-builder.ts';

const terms = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.integer({ min: 1, max: 400 })), {
    maxLength: 12,
  })
  .map((entries) => new Map(entries));
const chunks = fc.array(fc.record({ terms, length: fc.integer({ min: 0, max: 100_000 }) }), {
  maxLength: 20,
});
const segments = fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
  chunks.chain((chunks) => {
    const size = chunks.length * dimensions;
    const numbers = fc.integer({ min: -1000, max: 1000 }).map((x) => x / 1000);
    return fc
      .array(numbers, { minLength: size, maxLength: size })
      .map((vectors) => ({ dimensions, vectors: Float32Array.from(vectors), language: 'en', chunks }));
  }),
);

describe('a segment', () => {
  it('is unchanged after encoding and decoding', () => {
    fc.assert(
      fc.property(segments, (input) => {
        const segment = buildSegment(input);
        expect(decodeSegment(encodeSegment(segment))).toEqual(segment);
      }),
    );
  });

  it('returns the terms of each chunk with their frequencies, capped at 255', () => {
    fc.assert(
      fc.property(segments, (input) => {
        const segment = buildSegment(input);
        const expected = input.chunks.map(
          (chunk) => new Map([...chunk.terms].map(([t, n]) => [t, Math.min(n, 255)])),
        );
        expect(termsPerChunk(segment)).toEqual(expected);
        expect(segment.terms).toEqual([...new Set(segment.terms)].sort());
        expect([...segment.lengths]).toEqual(input.chunks.map((chunk) => chunk.length));
      }),
    );
  });

  it('keeps each component of a vector within half a step', () => {
    fc.assert(
      fc.property(segments, (input) => {
        const { vectors, scales, dimensions } = buildSegment(input);
        for (const [i, x] of input.vectors.entries()) {
          const scale = scales[Math.floor(i / dimensions)] ?? 0;
          expect(Math.abs((vectors[i] ?? 0) * scale - x)).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });

  it('is read from bytes at an odd offset in a larger buffer', () => {
    const segment = buildSegment(sample());
    const bytes = encodeSegment(segment);
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    expect(decodeSegment(larger.subarray(3))).toEqual(segment);
  });

  it('keeps positions beyond 65,535 chunks', () => {
    const chunks = Array.from({ length: 70_000 }, () => ({ terms: new Map([['all', 1]]), length: 1 }));
    const segment = buildSegment({
      dimensions: 1,
      vectors: new Float32Array(70_000),
      language: 'en',
      chunks,
    });
    expect(decodeSegment(encodeSegment(segment)).positions.at(-1)).toBe(69_999);
  });
});

describe('decodeSegment', () => {
  const bytes = encodeSegment(buildSegment(sample()));

  it('rejects bytes of another kind', () => {
    expect(() => decodeSegment(new Uint8Array(100))).toThrow('These bytes are not a segment');
    expect(() => decodeSegment(new Uint8Array(3))).toThrow('Not a segment: 3 bytes');
  });

  it('rejects another version', () => {
    const other = bytes.slice();
    other[4] = 9;
    expect(() => decodeSegment(other)).toThrow('Segment of version 9; this program reads 1');
  });

  it('rejects bytes truncated at any point', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeSegment(bytes.slice(0, length))).toThrow();
  });
});

describe('buildSegment', () => {
  it('rejects vectors that are not one row per chunk', () => {
    const input = { dimensions: 4, vectors: new Float32Array(7), language: 'en', chunks: [] };
    expect(() => buildSegment(input)).toThrow('0 chunks of 4 dimensions, but 7 numbers');
  });
});

describe('quantize', () => {
  it('maps the largest component to 127 and the zero vector to zeros', () => {
    const into = new Int8Array(3);
    expect(quantize(Float32Array.of(0.252, -0.5, 0), into)).toBeCloseTo(0.5 / 127);
    expect([...into]).toEqual([64, -127, 0]);
    expect(quantize(new Float32Array(3), into)).toBe(0);
  });
});

function sample() {
  const chunks = [
    {
      terms: new Map([
        ['apple', 1],
        ['größe', 3],
      ]),
      length: 4,
    },
    { terms: new Map([['apple', 300]]), length: 300 },
  ];
  return { dimensions: 2, vectors: Float32Array.of(1, 0, 0.6, -0.8), language: 'de', chunks };
}

function termsPerChunk({
  chunkCount,
  terms,
  offsets,
  positions,
  frequencies,
}: Segment): Array<Map<string, number>> {
  const chunks = Array.from({ length: chunkCount }, () => new Map<string, number>());
  for (const [t, term] of terms.entries()) {
    for (let i = offsets[t] ?? 0; i < (offsets[t + 1] ?? 0); i++) {
      chunks[positions[i] ?? 0]?.set(term, frequencies[i] ?? 0);
    }
  }
  return chunks;
}
