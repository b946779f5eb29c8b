import type { Candidate } from '#storage/store.ts';
import type { SearchType } from './search-request.ts';

/** How it is known how near a chunk is in meaning. instant: by the model that every chunk has a vector of. deep: by the one
 *  that reads passages whole, some time later. foreign: by that one too, for a query in another language than the chunk:
 *  cosines across languages are lower, and differ by the pair. */
export type Sense = 'instant' | 'deep' | 'foreign';

/** The raw scores of a candidate. */
export type RawScores = Pick<Candidate, 'share' | 'matchedWords'> & {
  /** Of its sense: see EmbeddedQuery.closenessOf and deepCloseness; 0 without a vector. */
  closeness: number;
  sense: Sense;
};

/** What a candidate is compared with: the best share of all candidates of the query, and those of each sense. */
export type Rivals = { share: number; ofSense: Record<Sense, { closeness: number; crowd: number }> };

/** Features of a candidate for the logistic curve. */
export type ScoreFeatures = {
  closeness: number;
  /** How far it is behind the closest of its sense: what is near in one collection is far in another. Minus the root of the
   *  difference, 0 for the closest. */
  closenessBehind: number;
  /** How far it is ahead of the crowd: those after the closest. Unrelated sources change the crowd of a small collection, so
   *  only foreign queries use it, of which nothing else is known. */
  ahead: number;
  /** BM25 as a share of the most that the query could reach. */
  share: number;
  /** How far its share is behind the best: if something else answers, a few common words say little. Minus the root of the
   *  difference, which takes little away where no candidate shares many words with the query, as in another language. */
  shareBehind: number;
  /** The same as minus the squared logarithm of their ratio. Copies and unrelated chunks take nothing away. */
  shareFarBehind: number;
  /** ln(1 + matched words): matching six words of twelve says more than one of two. */
  words: number;
};

/** The log-odds that each unit of a feature adds for the candidate to be relevant. */
export type Curve = ScoreFeatures & { bias: number };

/** The curve of a candidate with no evidence that counts. */
export const NOTHING: Curve = {
  bias: 0,
  closeness: 0,
  closenessBehind: 0,
  ahead: 0,
  share: 0,
  shareBehind: 0,
  shareFarBehind: 0,
  words: 0,
};
const KEYWORD: Curve = { ...NOTHING, bias: -3.74, share: 4.89, words: 2.08, shareFarBehind: 7.07 };

/** A logistic curve for each search type and sense. Fitted by `bench/fit-scores.ts` on half of the queries of judged sets
 *  in thirteen languages, in whole sets and in 1 to 50 documents, with an answer and without; the deep ones also on
 *  questions in other languages than the passages and on documentation. For the calibration on the other half see
 *  bench/results/scores.md. */
export const CURVES: Record<SearchType, Record<Sense, Curve>> = {
  semantic: {
    instant: { ...NOTHING, bias: -5.6, closeness: 10.17 },
    deep: { ...NOTHING, bias: -3.94, closeness: 7.66, closenessBehind: 3.99 },
    foreign: { ...NOTHING, bias: -2.37, ahead: 12.73, closenessBehind: 8.05 },
  },
  keyword: { instant: KEYWORD, deep: KEYWORD, foreign: KEYWORD },
  hybrid: {
    instant: { ...NOTHING, bias: -3.86, closeness: 2.26, share: 3.95, words: 1.67, shareFarBehind: 6.96 },
    deep: {
      ...NOTHING,
      bias: -4.01,
      closeness: 4.73,
      closenessBehind: 1.51,
      share: 3.09,
      shareBehind: 2.36,
      words: 1.24,
    },
    foreign: { ...NOTHING, bias: -2.25, ahead: 12.32, closenessBehind: 7.78, shareBehind: 3.36, words: 1.2 },
  },
};

/** The scale of cosines of the deep model: 0 for two unrelated texts, about 0.5 for a question and its answer. Its cosines
 *  differ little: 0.71 is the median of unrelated pairs. */
export const deepCloseness = (cosine: number): number => 4.4 * (cosine - 0.711);

/** The probability that a candidate is relevant, 0 to 1: about 70% of chunks near 0.7 are relevant, whatever their sense.
 *  rivals: all candidates of the query, including this one. */
export const score = (searchType: SearchType, rawScores: RawScores, rivals: Rivals): number =>
  scoreWithCurve(CURVES[searchType][rawScores.sense], scoreFeatures(rawScores, rivals));

/** The same with any curve: 1 / (1 + e^-logOdds). */
export function scoreWithCurve(curve: Curve, features: ScoreFeatures): number {
  const logOdds =
    curve.bias +
    curve.closeness * features.closeness +
    curve.closenessBehind * features.closenessBehind +
    curve.ahead * features.ahead +
    curve.share * features.share +
    curve.shareBehind * features.shareBehind +
    curve.shareFarBehind * features.shareFarBehind +
    curve.words * features.words;
  return 1 / (1 + Math.exp(-logOdds));
}

export function rivalsOf(candidates: readonly RawScores[]): Rivals {
  const ofSense = (...senses: Sense[]) => {
    const closenesses = candidates.filter((one) => senses.includes(one.sense)).map((one) => one.closeness);
    const [closest = 0, ...others] = closenesses.sort((a, b) => b - a);
    return { closeness: closest, crowd: crowdOf(others) };
  };
  return {
    share: candidates.reduce((best, { share }) => Math.max(best, share), 0),
    ofSense: {
      instant: ofSense('instant'),
      deep: ofSense('deep'),
      // A chunk in the language of the query that is nearer comes first.
      foreign: ofSense('foreign', 'deep'),
    },
  };
}

const CROWD = 20;
/** Counts for each that a small collection lacks: the mean of foreign queries. */
const USUAL_CROWD = -0.13;

/** The mean closeness of the first of these, closest first. */
function crowdOf(others: readonly number[]): number {
  const nearest = others.slice(0, CROWD);
  const missing = (CROWD - nearest.length) * USUAL_CROWD;
  return nearest.reduce((sum, closeness) => sum + closeness, missing) / CROWD;
}

/** Keeps small shares, which differ by chance, close to each other. */
const SMALL_SHARE = 0.05;

/** The features of a candidate. rivals: see score. */
export function scoreFeatures(
  { closeness, sense, share, matchedWords }: RawScores,
  rivals: Rivals,
): ScoreFeatures {
  const { closeness: closest, crowd } = rivals.ofSense[sense];
  return {
    closeness,
    closenessBehind: -Math.sqrt(Math.max(0, closest - closeness)),
    ahead: closeness - crowd,
    share,
    shareBehind: -Math.sqrt(Math.max(0, rivals.share - share)),
    shareFarBehind: -(Math.log((share + SMALL_SHARE) / (rivals.share + SMALL_SHARE)) ** 2),
    words: Math.log1p(matchedWords),
  };
}
