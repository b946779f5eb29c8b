import type { Candidate } from '#storage/store.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

/** What a score is made of: nothing in it depends on what else was found. */
export type RawScores = Pick<Candidate, 'cosine' | 'share' | 'matchedWords'>;

/** What speaks for a candidate. */
export type Evidence = {
  /** Without what all texts in the script have in common. */
  cosine: number;
  /** BM25 as a share of what the query could reach. */
  share: number;
  /** ln(1 + words matched). To match six words of twelve says more than to match one of two. */
  words: number;
};

/** What each unit of evidence adds to the logarithm of the odds that the candidate is relevant. */
export type Curve = Evidence & { bias: number };

/** A logistic curve for each mode. Fitted by `bench/fit-scores.ts` on half of the queries of seven judged sets in
 *  thirteen languages, in whole sets and in 1 to 50 documents, with an answer and without; how true they are on the
 *  other half stands in bench/results/scores.md. The weight of the cosine in hybrid search is given, see there. */
export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -5.8, cosine: 9.55, share: 0, words: 0 },
  keyword: { bias: -5.44, cosine: 0, share: 7.13, words: 3.28 },
  hybrid: { bias: -5.45, cosine: 1, share: 6.39, words: 3.12 },
};

/** The chance that a candidate is relevant, 0 to 1: 1 / (1 + e^-logOdds), of chunks near 0.7 about 70 % are relevant.
 *  commonCosine: of the query's script, see `commonCosineOf`. */
export const score = (searchType: SearchType, rawScores: RawScores, commonCosine = 0): number =>
  scoreBy(CURVES[searchType], evidenceOf(rawScores, commonCosine));

/** The same by any curve. */
export function scoreBy(curve: Curve, { cosine, share, words }: Evidence): number {
  const logOdds = curve.bias + curve.cosine * cosine + curve.share * share + curve.words * words;
  return 1 / (1 + Math.exp(-logOdds));
}

/** The evidence in the raw scores of a candidate. What all texts in a script have in common is taken out of the cosine:
 *  1 stays 1. */
export const evidenceOf = ({ cosine, share, matchedWords }: RawScores, commonCosine = 0): Evidence => ({
  cosine: (cosine - commonCosine) / (1 - commonCosine),
  share,
  words: Math.log1p(matchedWords),
});

/** Scripts of which the bundled model has hardly more than single letters, and the cosine that any two texts in them
 *  have: measured on XQuAD for Greek and Hindi, of the others presumed. */
const SCRIPTS_SPELLED = [
  { letters: /\p{Script=Devanagari}/gu, common: 0.5 },
  {
    letters:
      /[\p{Script=Greek}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/gu,
    common: 0.85,
  },
];
const SCRIPT_SAMPLE_CHARACTERS = 100;

/** The cosine that any two texts in the script of the query have: 0 unless the model knows it by its letters alone. */
export function commonCosineOf(query: string): number {
  const sample = query.slice(0, SCRIPT_SAMPLE_CHARACTERS);
  const spelled = SCRIPTS_SPELLED.find(
    ({ letters }) => 3 * (sample.match(letters)?.length ?? 0) > sample.length,
  );
  return spelled?.common ?? 0;
}
