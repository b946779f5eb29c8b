import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const attempt = fc.integer({ min: 1, max: 2_000 });
// The range of Math.random: 0 to just below 1.
const fraction = fc.double({ min: 0, max: 1 - Number.EPSILON, noNaN: true });
const wholeMs = (n: number): number => Math.min(300_000, 1_000 * 2 ** (n - 1));

describe('backoffMs', () => {
  it('is between half and all of 1 s, 2 s, 4 s … and at most 5 minutes', () => {
    fc.assert(
      fc.property(attempt, fraction, (n, random) => {
        const ms = backoffMs(n, () => random);
        expect(ms).toBeGreaterThanOrEqual(wholeMs(n) / 2);
        expect(ms).toBeLessThanOrEqual(wholeMs(n));
      }),
    );
  });

  it('never gets shorter with more attempts or a higher random number', () => {
    fc.assert(
      fc.property(attempt, fraction, fraction, (n, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(backoffMs(n + 1, () => low)).toBeGreaterThanOrEqual(backoffMs(n, () => low));
        expect(backoffMs(n, () => high)).toBeGreaterThanOrEqual(backoffMs(n, () => low));
      }),
    );
  });

  it('reaches the minimum and the maximum', () => {
    expect([1, 2, 3, 9, 10, 50].map((n) => backoffMs(n, () => 0))).toEqual([
      500, 1_000, 2_000, 128_000, 150_000, 150_000,
    ]);
    expect([1, 2, 3, 9, 10, 50].map((n) => backoffMs(n, () => 1))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ]);
  });

  it('spreads out simultaneous failures', () => {
    expect(new Set(Array.from({ length: 100 }, () => backoffMs(5))).size).toBeGreaterThan(50);
  });

  it('waits as after the first attempt when there was none', () => {
    expect(backoffMs(0, () => 1)).toBe(1_000);
  });
});
