import type { Candidate } from '#storage/store.ts';
import type { SearchType } from './search-request.ts';

/** The raw scores of a candidate. */
export type RawScores = Pick<Candidate, 'share' | 'matchedWords'> & {
  /** See EmbeddedQuery.closenessOf; 0 without a vector. */
  closeness: number;
};

/** Features of a candidate for the logistic curve. */
export type ScoreFeatures = {
  closeness: number;
  /** BM25 as a share of the most that the query could reach. */
  share: number;
  /** ln(1 + matched words): matching six words of twelve says more than one of two. */
  words: number;
  /** How far its share is behind the best: minus the squared logarithm of their ratio, 0 for the best. If something
   *  else answers, a few common words say little. Copies and unrelated chunks take nothing away. */
  behind: number;
};

/** The log-odds that each unit of a feature adds for the candidate to be relevant. */
export type Curve = ScoreFeatures & { bias: number };

/** A logistic curve for each search type. Fitted by `bench/fit-scores.ts` on half of the queries of seven judged sets
 *  in thirteen languages, in whole sets and in 1 to 50 documents, with an answer and without. For the calibration on
 *  the other half see bench/results/scores.md. */
export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -5.6, closeness: 10.17, share: 0, words: 0, behind: 0 },
  keyword: { bias: -3.74, closeness: 0, share: 4.89, words: 2.08, behind: 7.07 },
  hybrid: { bias: -3.86, closeness: 2.26, share: 3.95, words: 1.67, behind: 6.96 },
};

/** The probability that a candidate is relevant, 0 to 1: about 70% of chunks near 0.7 are relevant.
 *  bestShare: the highest share of all candidates of the query, including this one. */
export const score = (searchType: SearchType, rawScores: RawScores, bestShare: number): number =>
  scoreWithCurve(CURVES[searchType], scoreFeatures(rawScores, bestShare));

/** The same with any curve: 1 / (1 + e^-logOdds). */
export function scoreWithCurve(curve: Curve, { closeness, share, words, behind }: ScoreFeatures): number {
  const logOdds =
    curve.bias +
    curve.closeness * closeness +
    curve.share * share +
    curve.words * words +
    curve.behind * behind;
  return 1 / (1 + Math.exp(-logOdds));
}

/** Keeps small shares, which differ by chance, close to each other. */
const SMALL_SHARE = 0.05;

/** The features of a candidate. bestShare: see score. */
export const scoreFeatures = (
  { closeness, share, matchedWords }: RawScores,
  bestShare: number,
): ScoreFeatures => ({
  closeness,
  share,
  words: Math.log1p(matchedWords),
  behind: -(Math.log((share + SMALL_SHARE) / (bestShare + SMALL_SHARE)) ** 2),
});
