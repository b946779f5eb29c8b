import {
  calibrationError,
  discountedGain,
  type JudgedResult,
  mean,
  reliabilityBins,
} from '../../server/src/evaluation/metrics.ts';
import {
  type Curve,
  deepCloseness,
  type RawScores,
  rivalsOf,
  type ScoreFeatures,
  type Sense,
  scoreFeatures,
  scoreWithCurve,
} from '../../server/src/search/score.ts';
import type { SearchType } from '../../server/src/search/search-request.ts';
import type { Graded, Trial } from './trials.ts';

export type Curves = Record<SearchType, Record<Sense, Curve>>;
export const MODES = ['semantic', 'keyword', 'hybrid'] as const satisfies SearchType[];

/** Which chunks the deep model has read: none, all, or every other document. */
export type Understood = 'none' | 'all' | 'half';

/** How many results of a query the fit and every figure use. */
const RESULTS = 10;

export type Scored = { score: number; sense: Sense; features: ScoreFeatures; candidate: Graded };

type Searched = Pick<Trial, 'candidates' | 'only' | 'isForeign'>;

/** The results of a trial in one mode, best first. */
export function resultsOf(
  mode: SearchType,
  trial: Searched,
  curves: Curves,
  understood: Understood,
): Scored[] {
  const { candidates, only } = trial;
  const raw = candidates.map((candidate) => rawScores(trial, candidate, understood));
  const rivals = rivalsOf(raw);
  const found: Scored[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const own = raw[at];
    if (!own || (mode === 'keyword' && own.share === 0) || (only !== undefined && only !== at)) continue;
    const features = scoreFeatures(own, rivals);
    const score = scoreWithCurve(curves[mode][own.sense], features);
    found.push({ score, sense: own.sense, features, candidate });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, RESULTS);
}

function rawScores({ isForeign }: Searched, candidate: Graded, understood: Understood): RawScores {
  const { share, matchedWords, instantCloseness, deepCosine, isInHalf } = candidate;
  const isRead = understood === 'all' || (understood === 'half' && isInHalf);
  // The vector of a passage that would be near everything is zero.
  const isDeep = isRead && deepCosine !== 0;
  return isDeep
    ? { share, matchedWords, closeness: deepCloseness(deepCosine), sense: isForeign ? 'foreign' : 'deep' }
    : { share, matchedWords, closeness: instantCloseness, sense: 'instant' };
}

/** nDCG@10 of each part of a set and its mean over them; the calibration errors of whole sets, in all documents and in 1 to
 *  50 of them; and the mean of each over the sets. Names are `<figure> <mode> <set>`. */
export function measure(
  trials: readonly Trial[],
  curves: Curves,
  understood: Understood,
): Record<string, number> {
  const figures: Record<string, number> = {};
  const full = trials.filter(({ kind }) => kind === 'full');
  const few = trials.filter(({ kind }) => kind === 'few' || kind === 'fewWithout');
  for (const mode of MODES) {
    const gains = gainsOf(full, (trial) => resultsOf(mode, trial, curves, understood));
    for (const [name, gain] of gains) figures[`nDCG@10 ${mode} ${name}`] = gain;
    const errors = errorsOf(full, (trial) => resultsOf(mode, trial, curves, understood));
    for (const [set, error] of errors) figures[`ECE ${mode} ${set}`] = error;
    figures[`ECE ${mode} mean`] = mean(errors.map(([, error]) => error)) ?? 0;
    for (const [set, error] of errorsOf(few, (trial) => resultsOf(mode, trial, curves, understood)))
      figures[`ECE in 1-50 documents ${mode} ${set}`] = error;
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
}

type Ranks = (trial: Trial) => Scored[];

/** Of more parts than these only the lowest is reported. */
const MOST_PARTS = 12;

/** By set, and by part where a set has several. */
function gainsOf(trials: readonly Trial[], rank: Ranks): [string, number][] {
  const found: [string, number][] = [];
  for (const [set, ofSet] of Map.groupBy(trials, ({ set }) => set)) {
    const parts = [...Map.groupBy(ofSet, ({ part }) => part)].map(([part, ofPart]): [string, number] => [
      part,
      mean(ofPart.map((trial) => gainOf(trial, rank))) ?? 0,
    ]);
    if (parts.length > MOST_PARTS) found.push([`${set}, lowest`, Math.min(...parts.map(([, gain]) => gain))]);
    else if (parts.length > 1) found.push(...parts);
    found.push([set, mean(parts.map(([, gain]) => gain)) ?? 0]);
  }
  return found;
}

const gainOf = (trial: Trial, rank: Ranks): number =>
  discountedGain(
    rank(trial).map(({ candidate }) => candidate.grade),
    trial.relevant,
    RESULTS,
  );

const errorsOf = (trials: readonly Trial[], rank: Ranks): [string, number][] =>
  [...Map.groupBy(trials, ({ set }) => set)].map(([set, ofSet]) => [
    set,
    calibrationError(reliabilityBins(ofSet.flatMap(rank).map(judged))) ?? 0,
  ]);

const judged = ({ score, candidate }: Scored): JudgedResult => ({ score, isRelevant: candidate.grade > 0 });

/** Mean score and share that is relevant, for ten ranges of scores. */
export const reliability = (results: readonly Scored[]): string[] =>
  reliabilityBins(results.map(judged)).map(
    ({ meanScore, shareRelevant, count }) =>
      `${(meanScore ?? 0).toFixed(2)} : ${(shareRelevant ?? 0).toFixed(2)} (${count})`,
  );

/** Three digits. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
