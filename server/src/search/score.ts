import type { Candidate } from '#storage/store.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

/** What a score is made of: nothing in it depends on what else was found. */
export type RawScores = Pick<Candidate, 'share' | 'matchedWords'> & {
  /** See EmbeddedQuery.closenessOf; 0 without a vector. */
  closeness: number;
};

/** What speaks for a candidate. */
export type Evidence = {
  closeness: number;
  /** BM25 as a share of what the query could reach. */
  share: number;
  /** ln(1 + words matched). To match six words of twelve says more than to match one of two. */
  words: number;
};

/** What each unit of evidence adds to the logarithm of the odds that the candidate is relevant. */
export type Curve = Evidence & { bias: number };

/** A logistic curve for each mode. Fitted by `bench/fit-scores.ts` on half of the queries of seven judged sets in
 *  thirteen languages, in whole sets and in 1 to 50 documents, with an answer and without; how true they are on the
 *  other half stands in bench/results/scores.md. The weight of closeness in hybrid search is given, see there. */
export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -5.8, closeness: 9.55, share: 0, words: 0 },
  keyword: { bias: -5.44, closeness: 0, share: 7.13, words: 3.28 },
  hybrid: { bias: -5.45, closeness: 1, share: 6.39, words: 3.12 },
};

/** The chance that a candidate is relevant, 0 to 1: 1 / (1 + e^-logOdds), of chunks near 0.7 about 70 % are relevant. */
export const score = (searchType: SearchType, rawScores: RawScores): number =>
  scoreBy(CURVES[searchType], evidenceOf(rawScores));

/** The same by any curve. */
export function scoreBy(curve: Curve, { closeness, share, words }: Evidence): number {
  const logOdds = curve.bias + curve.closeness * closeness + curve.share * share + curve.words * words;
  return 1 / (1 + Math.exp(-logOdds));
}

/** The evidence in the raw scores of a candidate. */
export const evidenceOf = ({ closeness, share, matchedWords }: RawScores): Evidence => ({
  closeness,
  share,
  words: Math.log1p(matchedWords),
});
