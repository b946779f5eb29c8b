import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlockVectors, encodeBlockVectors } from './block-vectors.ts';
import { decodeDeepVectors, encodeDeepVectors } from './deep-vectors.ts';

const DIMENSIONS = 7;
const numbers = fc.integer({ min: -100, max: 100 }).map((x) => x / 100);
const vector = fc
  .array(numbers, { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values));
const block = fc.record({ start: fc.nat(9_999), end: fc.nat(9_999), vector });
const chunks = fc.array(fc.array(block, { maxLength: 5 }), { maxLength: 9 });

/** The bytes as part of a larger buffer, at an odd offset. */
function embedded(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  return larger.subarray(3);
}

const expectNear = (
  read: { scale: number; vector: Int8Array } | undefined,
  vector: Float32Array | undefined,
) => {
  for (const [i, x] of (vector ?? []).entries())
    expect(Math.abs((read?.vector[i] ?? 9) * (read?.scale ?? 9) - x)).toBeLessThan(0.005);
};

describe('deep vectors', () => {
  it('keep each component within half a step, at any offset of a buffer', () => {
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 9 }), (rows) => {
        const { dimensions, scales, vectors } = decodeDeepVectors(embedded(encodeDeepVectors(rows)));
        expect(scales).toHaveLength(rows.length);
        for (const [row, vector] of rows.entries()) {
          const values = vectors.subarray(row * dimensions, (row + 1) * dimensions);
          expectNear({ scale: scales[row] ?? 9, vector: values }, vector);
        }
      }),
    );
  });

  it('the zero vector has the scale 0', () => {
    expect(decodeDeepVectors(encodeDeepVectors([new Float32Array(3)])).scales).toEqual(new Float32Array(1));
  });
});

describe('block vectors', () => {
  it('keep the spans and vectors of the blocks of each chunk, at any offset of a buffer', () => {
    fc.assert(
      fc.property(chunks, (written) => {
        const read = decodeBlockVectors(embedded(encodeBlockVectors(written)));
        const spansOf = (some: readonly (readonly { start: number; end: number }[])[]) =>
          some.map((blocks) => blocks.map(({ start, end }) => ({ start, end })));
        expect(spansOf(read)).toEqual(spansOf(written));
        for (const [chunk, blocks] of written.entries())
          for (const [i, { vector }] of blocks.entries()) expectNear(read[chunk]?.[i], vector);
      }),
    );
  });
});

describe.each([
  ['deep vectors', encodeDeepVectors([new Float32Array(3).fill(1)]), decodeDeepVectors],
  [
    'block vectors',
    encodeBlockVectors([[{ start: 0, end: 1, vector: new Float32Array(3) }]]),
    decodeBlockVectors,
  ],
])('%s', (_, bytes, decode) => {
  it('that are damaged are refused', () => {
    expect(() => decode(new Uint8Array(3))).toThrow('3 bytes');
    expect(() => decode(bytes.subarray(0, -1))).toThrow(`but ${bytes.length - 1} are here`);
    expect(() => decode(bytes.with(0, 9))).toThrow('These bytes are no');
    expect(() => decode(bytes.with(4, 9))).toThrow('version 9; this program reads 1');
  });
});

it('vectors of different lengths are refused', () => {
  const [three, four] = [new Float32Array(3), new Float32Array(4)];
  expect(() => encodeDeepVectors([three, four])).toThrow('4 numbers among vectors of 3');
  const blocks = [three, four].map((vector) => ({ start: 0, end: 1, vector }));
  expect(() => encodeBlockVectors([blocks])).toThrow('4 numbers among vectors of 3');
});

it('blocks that begin after the last are refused, however many they claim to be', () => {
  const bytes = encodeBlockVectors([[], []]);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  words[words.length - 1] = 1e8;
  expect(() => decodeBlockVectors(bytes)).toThrow('out of order');
});
