import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopRows } from './top-rows.ts';

const scores = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(Number.NaN)), {
  maxLength: 300,
});

describe('top rows', () => {
  it('keeps the best rows and all ties with the last, in any order of arrival, of one stream after the other', () => {
    const best = new TopRows();
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 20 }), (scores, size) => {
        best.begin(size);
        for (const [row, score] of scores.entries()) best.offer(row, score);
        const numbers = scores.filter((score) => !Number.isNaN(score)).sort((a, b) => b - a);
        const least = numbers[size - 1] ?? Number.NEGATIVE_INFINITY;
        const expected = [...scores.keys()].filter((row) => (scores[row] ?? Number.NaN) >= least);
        expect([...best.rows()].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('keeps 100,000 ties', () => {
    const best = new TopRows().begin(10);
    for (let row = 0; row < 100_000; row++) best.offer(row, 1);
    expect(best.rows().length).toBe(100_000);
  });
});
