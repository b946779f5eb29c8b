import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantizeQuery } from './query-vector.ts';
import { TopRows } from './top-rows.ts';
import { vectorKernelSource } from './vector-kernel.generated.ts';
import { Vectors } from './vectors.ts';

const matrix = fc.integer({ min: 1, max: 200 }).chain((dimensions) => {
  const row = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions });
  return fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    query: row,
  });
});

describe('vectors', () => {
  it('cosine compares the int8 row with the int8 query, at any number of dimensions', () => {
    fc.assert(
      fc.property(matrix, ({ dimensions, rows, query }) => {
        const vectors = new Vectors(dimensions);
        vectors.write(0, Int8Array.from(rows.flat()));
        const { values, ...rest } = quantizeQuery(Float32Array.from(query));
        vectors.setQuery({ values, ...rest });
        for (const [slot, row] of rows.entries())
          expect(vectors.cosine(slot)).toBeCloseTo(cosine(row, [...values]), 6);
      }),
    );
  });

  it('a row comes back as it was written, and none of a cleared or a zero vector', () => {
    fc.assert(
      fc.property(matrix, ({ dimensions, rows }) => {
        const vectors = new Vectors(dimensions);
        vectors.write(0, Int8Array.from(rows.flat()));
        for (const [slot, row] of rows.entries())
          expect(vectors.row(slot)).toEqual(
            row.some((number) => number !== 0) ? Int8Array.from(row) : undefined,
          );
        vectors.clear(0, rows.length);
        expect(vectors.row(rows.length - 1)).toBeUndefined();
      }),
    );
  });

  it('vectors are unchanged after the memory grows and after copying', () => {
    const [vectors, copy] = [new Vectors(64), new Vectors(64)];
    for (let slot = 0; slot < 5000; slot += 50) vectors.write(slot, rowsOf(slot, 50));
    copy.copy(3, vectors, 1000, 4000);
    for (const [set, slot, original] of [
      [vectors, 77, 77],
      [vectors, 4999, 4999],
      [copy, 3, 1000],
      [copy, 4002, 4999],
    ] as const) {
      set.setQuery(quantizeQuery(Float32Array.from(rowsOf(original, 1))));
      expect(set.cosine(slot)).toBeCloseTo(1, 6);
    }
  });

  it('scan offers only slots of the range that were not cleared and are live', () => {
    const vectors = new Vectors(64);
    vectors.write(0, rowsOf(0, 1000));
    vectors.clear(300, 10);
    vectors.setQuery(quantizeQuery(Float32Array.from(rowsOf(5, 1))));
    const best = new TopRows().begin(2000);
    vectors.scan(100, 700, best, (slot) => slot !== 400);
    const slots = Array.from({ length: 600 }, (_, i) => 100 + i).filter(
      (slot) => (slot < 300 || slot >= 310) && slot !== 400,
    );
    expect([...best.rows()].sort((a, b) => a - b)).toEqual(slots);
  });

  it('the coarse scan ranks the nearest vectors among the first', () => {
    const vectors = new Vectors(256);
    const rows = Array.from({ length: 2000 }, (_, i) => noise(i, 256));
    vectors.write(0, Int8Array.from(rows.flat()));
    const query = noise(12_345, 256);
    vectors.setQuery(quantizeQuery(Float32Array.from(query)));
    const best = new TopRows().begin(60);
    vectors.scan(0, 2000, best);
    const nearest = rows
      .map((row, slot) => ({ slot, cosine: cosine(row, query) }))
      .sort((a, b) => b.cosine - a.cosine);
    expect([...best.rows()]).toEqual(expect.arrayContaining(nearest.slice(0, 20).map(({ slot }) => slot)));
  });
});

describe('the vector kernel', () => {
  it('matches its WAT source', () => {
    const text = readFileSync(new URL('vector-kernel.wat', import.meta.url));
    expect(createHash('sha256').update(text).digest('hex')).toBe(vectorKernelSource);
  });
});

function rowsOf(first: number, count: number): Int8Array {
  return Int8Array.from(Array.from({ length: count }, (_, i) => noise(first + i, 64)).flat());
}

/** Numbers from -127 to 127 that look random. One of them is 127, so that rounding to int8 keeps them all. */
function noise(seed: number, length: number): number[] {
  const bytes = createHash('shake256', { outputLength: length }).update(String(seed)).digest();
  return [127, ...bytes.subarray(1).map((byte) => Math.max(1, byte))].map((byte, i) =>
    i === 0 ? byte : byte - 128,
  );
}

function cosine(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const norms = Math.sqrt(dot(a, a) * dot(b, b));
  return norms && dot(a, b) / norms;
}
