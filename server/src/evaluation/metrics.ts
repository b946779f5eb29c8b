/** Quality of rankings and calibration of scores. Grades say how relevant each result is, best rank first; 0 is
 *  irrelevant. */

/** nDCG@k with linear gain: the sum of grade / log2(rank + 1), ranks from 1, divided by that of the best order.
 *  relevant: the grades of everything to find, at least one above 0. Source: Järvelin, Kekäläinen, TOIS 2002. */
export function discountedGain(found: readonly number[], relevant: readonly number[], k: number): number {
  const gain = (grades: readonly number[]): number =>
    grades.slice(0, k).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
  return gain(found) / gain(relevant.toSorted((a, b) => b - a));
}

/** The share of relevant results among the first k. */
export const recall = (found: readonly number[], relevant: readonly number[], k: number): number =>
  found.slice(0, k).filter(isRelevant).length / relevant.filter(isRelevant).length;

/** The rank of the first relevant result, from 1; null if nothing relevant was found. */
export function firstRelevantRank(found: readonly number[]): number | null {
  const index = found.findIndex(isRelevant);
  return index === -1 ? null : index + 1;
}

/** 1 divided by the rank of the first relevant result among the first k; 0 without one. Its mean is the MRR. */
export function reciprocalRank(found: readonly number[], k: number): number {
  const rank = firstRelevantRank(found.slice(0, k));
  return rank === null ? 0 : 1 / rank;
}

const isRelevant = (grade: number): boolean => grade > 0;

/** A result with its score, 0 to 1, and whether it is relevant. */
export type JudgedResult = { score: number; isRelevant: boolean };

/** Results with scores in [from, to), or up to 1 in the last bin. The two means are null in an empty bin. */
export type ReliabilityBin = {
  from: number;
  to: number;
  count: number;
  meanScore: number | null;
  shareRelevant: number | null;
};

const BINS = 10;

/** Ten bins of equal width. With calibrated scores, the mean score of a bin is its share of relevant results. */
export function reliabilityBins(results: readonly JudgedResult[]): ReliabilityBin[] {
  const byBin = Map.groupBy(results, ({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)));
  return Array.from({ length: BINS }, (_, index) => {
    const inBin = byBin.get(index) ?? [];
    return {
      from: index / BINS,
      to: (index + 1) / BINS,
      count: inBin.length,
      meanScore: mean(inBin.map(({ score }) => score)),
      shareRelevant: mean(inBin.map((result) => Number(result.isRelevant))),
    };
  });
}

/** The expected calibration error: how far the mean score of a bin is from its share of relevant results, averaged over
 *  the results. Null without results. Source: Naeini, Cooper, Hauskrecht, AAAI 2015. */
export function calibrationError(bins: readonly ReliabilityBin[]): number | null {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const gaps = bins.map(
    ({ count, meanScore, shareRelevant }) => count * Math.abs((meanScore ?? 0) - (shareRelevant ?? 0)),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / total;
}

/** The smallest value that at least this share of all values, above 0 and up to 1, does not exceed (nearest rank); null
 *  without values. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** The arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Rounds a figure to the four digits shown. */
export const roundFigure = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
