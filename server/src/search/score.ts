import type { Candidate } from '#storage/store.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

/** What a score is made of: nothing in it depends on what else was found. */
export type RawScores = Pick<Candidate, 'cosine' | 'share' | 'matchedWords'>;

/** What each kind of evidence adds to the logarithm of the odds. */
export type Curve = { bias: number; cosine: number; sameness: number; share: number; words: number };

export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -4.11, cosine: 5.13, sameness: 3, share: 0, words: 0 },
  keyword: { bias: -5.2, cosine: 0, sameness: 0, share: 6.92, words: 2.88 },
  hybrid: { bias: -5.66, cosine: 2.37, sameness: 0, share: 5.82, words: 2.76 },
};

/** The evidence of a candidate as a curve takes it, each from 0 but for a negative cosine. */
export const evidenceOf = ({ cosine, share, matchedWords }: RawScores): Omit<Curve, 'bias'> => ({
  cosine,
  sameness: Math.max(0, cosine) ** 8,
  share,
  words: Math.log1p(matchedWords),
});

/** The chance that a candidate is relevant, 0 to 1. */
export const score = (searchType: SearchType, rawScores: RawScores): number =>
  scoreBy(CURVES[searchType], rawScores);

/** The same by any curve. */
export function scoreBy(curve: Curve, rawScores: RawScores): number {
  const { cosine, sameness, share, words } = evidenceOf(rawScores);
  const logOdds =
    curve.bias +
    curve.cosine * cosine +
    curve.sameness * sameness +
    curve.share * share +
    curve.words * words;
  return 1 / (1 + Math.exp(-logOdds));
}
