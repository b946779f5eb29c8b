import type { Candidate } from '#storage/store.ts';

export type SearchType = 'semantic' | 'keyword' | 'hybrid';

/** What a score is made of: nothing in it depends on what else was found. */
export type RawScores = Pick<Candidate, 'cosine' | 'share' | 'matchedWords'>;

/** What speaks for a candidate. */
export type Evidence = {
  /** See `clearCosine`. */
  cosine: number;
  /** The cosine to the power of 8: near 0 until the text is all but the query. */
  sameness: number;
  /** BM25 as a share of what the query could reach. */
  share: number;
  /** ln(1 + words matched). To match six words of twelve says more than to match one of two. */
  words: number;
};

/** What each unit of evidence adds to the logarithm of the odds that the candidate is relevant. */
export type Curve = Evidence & { bias: number };

export const CURVES: Record<SearchType, Curve> = {
  semantic: { bias: -4.9, cosine: 6.8, sameness: 3, share: 0, words: 0 },
  keyword: { bias: -5.46, cosine: 0, sameness: 0, share: 7.25, words: 3.23 },
  hybrid: { bias: -5.46, cosine: 1, sameness: 0, share: 6.9, words: 3.1 },
};

/** The chance that a candidate is relevant to the query, 0 to 1. */
export const score = (searchType: SearchType, rawScores: RawScores, query = ''): number =>
  scoreBy(CURVES[searchType], evidenceOf(rawScores, query));

/** The same by any curve. */
export function scoreBy(curve: Curve, { cosine, sameness, share, words }: Evidence): number {
  const logOdds =
    curve.bias +
    curve.cosine * cosine +
    curve.sameness * sameness +
    curve.share * share +
    curve.words * words;
  return 1 / (1 + Math.exp(-logOdds));
}

/** The evidence in the raw scores of a candidate. */
export function evidenceOf({ cosine, share, matchedWords }: RawScores, query = ''): Evidence {
  const clear = clearCosine(cosine, query);
  return { cosine: clear, sameness: Math.max(0, clear) ** 8, share, words: Math.log1p(matchedWords) };
}

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

/** The cosine with what all texts in the script of the query have in common taken out: 1 stays 1. */
function clearCosine(cosine: number, query: string): number {
  const sample = query.slice(0, SCRIPT_SAMPLE_CHARACTERS);
  const spelled = SCRIPTS_SPELLED.find(
    ({ letters }) => 3 * (sample.match(letters)?.length ?? 0) > sample.length,
  );
  return spelled ? (cosine - spelled.common) / (1 - spelled.common) : cosine;
}
