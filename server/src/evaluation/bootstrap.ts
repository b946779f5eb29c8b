/** A difference of means with its 95% confidence interval. */
export type Difference = { difference: number; low: number; high: number };

const RESAMPLES = 2_000;

/** The mean of paired differences, with the interval in which 95% of the means of resampled questions lie (percentile
 *  bootstrap; Efron, Tibshirani, 1993). Undefined without differences. The same numbers give the same interval. */
export function pairedDifference(differences: readonly number[]): Difference | undefined {
  const count = differences.length;
  if (count === 0) return undefined;
  const random = randomNumbers();
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += differences[Math.floor(random() * count)] ?? 0;
    return sum / count;
  }).sort((a, b) => a - b);
  return {
    difference: differences.reduce((sum, difference) => sum + difference, 0) / count,
    low: means[Math.floor(0.025 * RESAMPLES)] ?? 0,
    high: means[Math.ceil(0.975 * RESAMPLES) - 1] ?? 0,
  };
}

/** Numbers from 0 to 1, always the same ones (mulberry32 by T. Ettinger). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
