import type { Candidate } from '#storage/store.ts';
import type { SearchType } from './search-request.ts';

/** What a candidate has of its own. */
export type RawScores = Pick<Candidate, 'share' | 'matchedWords'> & {
  /** See EmbeddedQuery.closenessOf; 0 without a vector. */
  closeness: number;
};

/** What speaks for a candidate. */
export type ScoreFeatures = {
  closeness: number;
  /** BM25 as a share of what the query could reach. */
  share: number;
  /** ln(1 + words matched). To match six words of twelve says more than to match one of two. */
  words: number;
  /** How far its share is behind the highest that was found: minus the square of the logarithm of their ratio, 0 for the best.
   *  Where something else answers, a few words in common say little. Copies and what is unrelated take nothing away. */
  behind: number;
};

/** What each unit of evidence adds to the logarithm of the odds that the candidate is relevant. */
export type Curve = ScoreFeatures & { bias: number };

/** A logistic curve for each mode. Fitted by `bench/fit-scores.ts` on half of the queries of seven judged sets in
 *  thirteen languages, in whole sets and in 1 to 50 documents, with an answer and without; how true they are on the
 *  other half stands in bench/results/scores.md. */
export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -5.6, closeness: 10.17, share: 0, words: 0, behind: 0 },
  keyword: { bias: -3.74, closeness: 0, share: 4.89, words: 2.08, behind: 7.07 },
  hybrid: { bias: -3.86, closeness: 2.26, share: 3.95, words: 1.67, behind: 6.96 },
};

/** The chance that a candidate is relevant, 0 to 1: 1 / (1 + e^-logOdds), of chunks near 0.7 about 70 % are relevant.
 *  bestShare: the highest share of all that was found for the query, this candidate included. */
export const score = (searchType: SearchType, rawScores: RawScores, bestShare: number): number =>
  scoreWithCurve(CURVES[searchType], scoreFeatures(rawScores, bestShare));

/** The same by any curve. */
export function scoreWithCurve(curve: Curve, { closeness, share, words, behind }: ScoreFeatures): number {
  const logOdds =
    curve.bias +
    curve.closeness * closeness +
    curve.share * share +
    curve.words * words +
    curve.behind * behind;
  return 1 / (1 + Math.exp(-logOdds));
}

/** Keeps small shares, which differ by chance, from being far apart. */
const SMALL_SHARE = 0.05;

/** The evidence in the raw scores of a candidate. bestShare: see score. */
export const scoreFeatures = (
  { closeness, share, matchedWords }: RawScores,
  bestShare: number,
): ScoreFeatures => ({
  closeness,
  share,
  words: Math.log1p(matchedWords),
  behind: -(Math.log((share + SMALL_SHARE) / (bestShare + SMALL_SHARE)) ** 2),
});
