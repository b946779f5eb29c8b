import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calibrationError,
  discountedGain,
  firstRelevantRank,
  mean,
  percentile,
  recall,
  reciprocalRank,
  reliabilityBins,
} from './metrics.ts';

const grades = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 });
const relevantGrades = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 });

describe('nDCG', () => {
  it('is the discounted sum of the grades divided by that of the best order', () => {
    // 3/log2(2) + 0 + 1/log2(4) = 3.5; the best possible is 3/log2(2) + 2/log2(3) + 1/log2(4) = 4.761860
    expect(discountedGain([3, 0, 1], [1, 3, 2], 10)).toBeCloseTo(3.5 / 4.76186, 6);
    // The third result is cut off: 3; the best possible is 3 + 2/log2(3) = 4.261860
    expect(discountedGain([3, 0, 1], [1, 3, 2], 2)).toBeCloseTo(3 / 4.26186, 6);
    expect(discountedGain([0, 1], [1], 10)).toBeCloseTo(1 / Math.log2(3), 12);
  });

  it('is linear in the grade, not exponential', () => {
    expect(discountedGain([1, 4], [4, 1], 10)).toBeCloseTo(
      (1 + 4 / Math.log2(3)) / (4 + 1 / Math.log2(3)),
      12,
    );
  });

  it('is 1 only for the best order, 0 if nothing relevant is found, and in between otherwise', () => {
    fc.assert(
      fc.property(relevantGrades, fc.integer({ min: 1, max: 20 }), (relevant, k) => {
        const best = relevant.toSorted((a, b) => b - a);
        expect(discountedGain(best, relevant, k)).toBeCloseTo(1, 12);
        expect(
          discountedGain(
            best.map(() => 0),
            relevant,
            k,
          ),
        ).toBe(0);
        const worst = discountedGain(best.toReversed(), relevant, k);
        expect(worst).toBeGreaterThan(0);
        expect(worst).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe('recall and reciprocal rank', () => {
  it('count relevant results among the first k', () => {
    expect(recall([0, 2, 0, 0, 1, 1], [1, 1, 2, 1], 5)).toBe(2 / 4);
    expect(recall([0, 2, 0, 0, 1, 1], [1, 1, 2, 1], 10)).toBe(3 / 4);
    expect(reciprocalRank([0, 0, 1, 4], 10)).toBe(1 / 3);
    expect(reciprocalRank([0, 0, 1, 4], 2)).toBe(0);
    expect(reciprocalRank([], 10)).toBe(0);
    expect([firstRelevantRank([0, 0, 1]), firstRelevantRank([0]), firstRelevantRank([])]).toEqual([
      3,
      null,
      null,
    ]);
  });

  it('never fall with more ranks', () => {
    fc.assert(
      fc.property(grades, fc.integer({ min: 1, max: 20 }), (found, k) => {
        const relevant = [...found.filter((grade) => grade > 0), 1];
        expect(recall(found, relevant, k + 1)).toBeGreaterThanOrEqual(recall(found, relevant, k));
        expect(reciprocalRank(found, k + 1)).toBeGreaterThanOrEqual(reciprocalRank(found, k));
        expect(recall(found, relevant, 30)).toBeLessThan(1);
      }),
    );
  });
});

describe('reliability', () => {
  const results = [
    { score: 0.05, isRelevant: false },
    { score: 0.72, isRelevant: true },
    { score: 0.78, isRelevant: false },
    { score: 1, isRelevant: true },
  ];

  it('puts each result into one of ten bins', () => {
    const bins = reliabilityBins(results);
    expect(bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
    expect(bins[7]).toMatchObject({ from: 0.7, to: 0.8, shareRelevant: 0.5 });
    expect(bins[7]?.meanScore).toBeCloseTo(0.75, 12);
    expect(bins[1]).toEqual({ from: 0.1, to: 0.2, count: 0, meanScore: null, shareRelevant: null });
  });

  it('weighs the error of each bin by its results', () => {
    // |0.05 - 0| * 1 + |0.75 - 0.5| * 2 + |1 - 1| * 1, over 4 results
    expect(calibrationError(reliabilityBins(results))).toBeCloseTo(0.55 / 4, 12);
    expect(calibrationError(reliabilityBins([]))).toBeNull();
  });

  it('counts every result once, with an error from 0 to 1', () => {
    const anyResults = fc.array(
      fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), isRelevant: fc.boolean() }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(anyResults, (some) => {
        const bins = reliabilityBins(some);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(some.length);
        const error = calibrationError(bins) ?? Number.NaN;
        expect(error).toBeGreaterThanOrEqual(0);
        expect(error).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('percentiles and means', () => {
  it('are measured values, by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
  });

  it('are null without values', () => {
    expect([percentile([], 0.5), mean([])]).toEqual([null, null]);
    expect(mean([1, 2, 6])).toBe(3);
  });
});
