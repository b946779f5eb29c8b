import { CURVES, type Curve, NOTHING, type Sense } from '../../server/src/search/score.ts';
import type { SearchType } from '../../server/src/search/search-request.ts';
import { DOCUMENTATION } from './documentation-trials.ts';
import { ACROSS_LANGUAGES } from './languages.ts';
import { type Curves, MODES, resultsOf } from './measure.ts';
import type { Kind, Trial } from './trials.ts';

/** Shares of the kinds in the fit. Most searches have an answer; but searches without one need scores too, and so do new
 *  knowledge bases. For the instant sense and keywords: the more these count, the lower are the scores of the abstracts, many of
 *  which are relevant: with a third for them those of CACM are off by 0.17, with a sixth by 0.13; with less for `pasted` a
 *  table row of seven words does not reach 0.95 as its own query. For the deep sense: whatever is nearest in a collection
 *  looks like an answer to it, and only searches without one teach it otherwise. */
const KIND_SHARES: Record<Sense, Record<Kind, number>> = {
  instant: { full: 0.69, leftOut: 0.04, few: 0.06, fewWithout: 0.06, pasted: 0.15 },
  deep: { full: 0.5, leftOut: 0.12, few: 0.1, fewWithout: 0.18, pasted: 0.1 },
  foreign: { full: 0.6, leftOut: 0.2, few: 0.1, fewWithout: 0.1, pasted: 0 },
};
const KEYWORD: (keyof Curve)[] = ['bias', 'share', 'words', 'shareFarBehind'];
const FITTED: Record<SearchType, Record<Sense, (keyof Curve)[]>> = {
  semantic: {
    instant: ['bias', 'closeness'],
    deep: ['bias', 'closeness', 'closenessBehind'],
    foreign: ['bias', 'ahead', 'closenessBehind'],
  },
  keyword: { instant: KEYWORD, deep: KEYWORD, foreign: KEYWORD },
  hybrid: {
    instant: ['bias', 'closeness', 'share', 'words', 'shareFarBehind'],
    deep: ['bias', 'closeness', 'closenessBehind', 'share', 'shareBehind', 'words'],
    foreign: ['bias', 'ahead', 'closenessBehind', 'shareBehind', 'words'],
  },
};
const SENSES = ['instant', 'deep', 'foreign'] as const satisfies Sense[];
/** The results depend on the curve, which depends on the results: a few rounds converge. */
const ROUNDS = 4;

type Example = { values: number[]; isRelevant: boolean; weight: number };

/** Fits the curve of each mode and sense to the results that it ranks first itself. */
export function fitCurves(trials: readonly Trial[]): Curves {
  const curves: Curves = {
    semantic: { ...CURVES.semantic },
    keyword: { ...CURVES.keyword },
    hybrid: { ...CURVES.hybrid },
  };
  for (const mode of MODES) {
    for (const sense of SENSES) {
      if (mode === 'keyword' && sense !== 'instant') {
        curves.keyword[sense] = curves.keyword.instant;
        continue;
      }
      for (let round = 0; round < ROUNDS; round++) {
        const weights = fitLogistic(examplesOf(mode, sense, trials, curves));
        const fitted = FITTED[mode][sense].map((name, i) => [name, weights[i] ?? 0]);
        curves[mode][sense] = { ...NOTHING, ...Object.fromEntries(fitted) };
      }
    }
  }
  return curves;
}

/** Documentation and other languages are for the model that knows them. */
function isFor(sense: Sense, { set, isForeign }: Trial): boolean {
  if (sense === 'foreign') return set === ACROSS_LANGUAGES && isForeign;
  return set !== ACROSS_LANGUAGES && !isForeign && (sense === 'deep' || set !== DOCUMENTATION);
}

/** Each set counts the same, and in it each kind of search its share. */
function examplesOf(mode: SearchType, sense: Sense, trials: readonly Trial[], curves: Curves): Example[] {
  const used = trials.filter((trial) => isFor(sense, trial));
  return [...Map.groupBy(used, ({ set, kind }) => `${set} ${kind}`).values()].flatMap((group) => {
    const understood = sense === 'instant' ? 'none' : 'all';
    const results = group.flatMap((trial) => resultsOf(mode, trial, curves, understood));
    const weight = (KIND_SHARES[sense][group[0]?.kind ?? 'full'] * 1000) / results.length;
    return results.map(({ candidate, features }) => {
      const known = { ...features, bias: 1 };
      const values = FITTED[mode][sense].map((name) => known[name]);
      return { values, isRelevant: candidate.grade > 0, weight };
    });
  });
}

/** The weights that make the examples likeliest under a logistic curve, by Newton's method. */
function fitLogistic(examples: readonly Example[]): number[] {
  const size = examples[0]?.values.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < 25; step++) {
    const slope = new Array<number>(size).fill(0);
    const curvature = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (const { values, isRelevant, weight } of examples) {
      const logOdds = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-logOdds));
      for (const [i, value] of values.entries()) {
        slope[i] = (slope[i] ?? 0) + weight * (Number(isRelevant) - chance) * value;
        const row = curvature[i] ?? [];
        for (const [j, other] of values.entries())
          row[j] = (row[j] ?? 0) + weight * chance * (1 - chance) * value * other;
      }
    }
    for (const [i, change] of solve(curvature, slope).entries()) weights[i] = (weights[i] ?? 0) + change;
  }
  return weights;
}

/** Solves `matrix` x = `right`, positive definite, by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (const [k, value] of pivot.entries()) row[k] = (row[k] ?? 0) - factor * value;
    }
  }
  return rows.map((row, i) => (row[right.length] ?? 0) / (row[i] ?? 1));
}
