import {
  calibrationError,
  discountedGain,
  type JudgedResult,
  mean,
  reliabilityBins,
} from '../../server/src/evaluation/metrics.ts';
import { type Curve, scoreWithCurve } from '../../server/src/search/score.ts';
import type { SearchType } from '../../server/src/search/search-request.ts';
import type { Graded, Trial } from './trials.ts';

export type Curves = Record<SearchType, Curve>;
export const MODES = ['semantic', 'keyword', 'hybrid'] as const satisfies SearchType[];
/** How many results of a query the fit and every figure use. */
const RESULTS = 10;

type Scored = { score: number; candidate: Graded };

/** The results of a trial in one mode, best first. */
export function resultsOf(mode: SearchType, { candidates }: Trial, curves: Curves): Scored[] {
  return candidates
    .filter(({ evidence }) => mode !== 'keyword' || evidence.share > 0)
    .map((candidate) => ({ score: scoreWithCurve(curves[mode], candidate.evidence), candidate }))
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS);
}

/** nDCG@10 of each part of a set and its mean over them; the calibration errors of whole sets, in all documents and in 1 to
 *  50 of them; and the mean of each over the sets. Names are `<figure> <mode> <set>`. */
export function measure(trials: readonly Trial[], curves: Curves): Record<string, number> {
  const figures: Record<string, number> = {};
  const full = trials.filter(({ kind }) => kind === 'full');
  const few = trials.filter(({ kind }) => kind === 'few' || kind === 'fewWithout');
  for (const mode of MODES) {
    const gains = gainsOf(mode, full, curves);
    for (const [name, gain] of gains) figures[`nDCG@10 ${mode} ${name}`] = gain;
    const errors = errorsOf(mode, full, curves);
    for (const [set, error] of errors) figures[`ECE ${mode} ${set}`] = error;
    figures[`ECE ${mode} mean`] = mean(errors.map(([, error]) => error)) ?? 0;
    for (const [set, error] of errorsOf(mode, few, curves))
      figures[`ECE in 1-50 documents ${mode} ${set}`] = error;
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
}

/** By set, and by part where a set has several. */
function gainsOf(mode: SearchType, trials: readonly Trial[], curves: Curves): [string, number][] {
  const found: [string, number][] = [];
  for (const [set, ofSet] of Map.groupBy(trials, ({ set }) => set)) {
    const parts = [...Map.groupBy(ofSet, ({ part }) => part)].map(([part, ofPart]): [string, number] => [
      part,
      mean(ofPart.map((trial) => gainOf(mode, trial, curves))) ?? 0,
    ]);
    if (parts.length > 1) found.push(...parts);
    found.push([set, mean(parts.map(([, gain]) => gain)) ?? 0]);
  }
  return found;
}

const gainOf = (mode: SearchType, trial: Trial, curves: Curves): number =>
  discountedGain(
    resultsOf(mode, trial, curves).map(({ candidate }) => candidate.grade),
    trial.relevant,
    RESULTS,
  );

const errorsOf = (mode: SearchType, trials: readonly Trial[], curves: Curves): [string, number][] =>
  [...Map.groupBy(trials, ({ set }) => set)].map(([set, ofSet]) => {
    const results = ofSet.flatMap((trial) => resultsOf(mode, trial, curves));
    return [set, calibrationError(reliabilityBins(results.map(judged))) ?? 0];
  });

const judged = ({ score, candidate }: Scored): JudgedResult => ({ score, isRelevant: candidate.grade > 0 });

/** Mean score and share that is relevant, for ten ranges of scores. */
export function reliability(mode: SearchType, trials: readonly Trial[], curves: Curves): string[] {
  const results = trials.flatMap((trial) => resultsOf(mode, trial, curves));
  return reliabilityBins(results.map(judged)).map(
    ({ meanScore, shareRelevant, count }) =>
      `${(meanScore ?? 0).toFixed(2)} : ${(shareRelevant ?? 0).toFixed(2)} (${count})`,
  );
}

/** Three digits. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
