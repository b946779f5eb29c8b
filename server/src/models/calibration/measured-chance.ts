import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { semaphore } from '#lib/async/semaphore.ts';
import type { Reranker } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { RawReranker } from '#models/raw-reranker.ts';
import { fitLogistic, probabilityAt } from './fit-logistic.ts';
import { PROBE } from './probe.ts';

/** Maps a model's score of a passage to the probability that it is relevant. Monotonic. */
type ToChance = (relevance: number) => number;

/** Distances in the probe to passages that do not answer a question. */
const UNRELATED = [1, 7, 13];
const REQUESTS_AT_ONCE = 4;
/** Providers round probabilities closer to 0 and 1. */
const LEAST_CHANCE = 1e-6;

/** A reranker that returns probabilities: a logistic curve maps the model's own scores, fitted on the questions of the
 *  probe, each with the passage that answers it and three that do not. Takes 24 short requests on first use, and again
 *  after a failure. candidates: see Reranker. */
export function withMeasuredChance(raw: RawReranker, candidates: number): Reranker {
  // Not aborted with one caller's signal: others wait for it too.
  const scale = memoizeAsync(() => measure(raw));
  return {
    id: raw.id,
    name: raw.name,
    candidates,
    async rerank(query, passages, signal) {
      const [toChance, relevances] = await Promise.all([scale(), raw.judge(query, passages, signal)]);
      return relevances.map(toChance);
    },
  };
}

async function measure(raw: RawReranker): Promise<ToChance> {
  const judged = await judgeProbe(raw);
  // A share of 1 does not say how certain it is; its log-odds do. Other numbers are taken as log-odds, or anything
  // monotonic in them.
  const isShare = judged.flat().every((relevance) => relevance >= 0 && relevance <= 1);
  const evidenceOf = (relevance: number): number => (isShare ? logOdds(relevance) : relevance);
  const evidence = judged.map((relevances) => relevances.map(evidenceOf));
  const { mean, deviation } = spreadOf(evidence.flat());
  const normalised = evidence.map((row) => row.map((one) => (one - mean) / (deviation || 1)));
  const curve = fitLogistic(
    normalised.map(([answer = 0]) => answer),
    normalised.flatMap(([, ...others]) => others),
  );
  const atAnswers = average(normalised.map(([answer = 0]) => answer));
  if (deviation === 0 || curve.slope <= 0 || atAnswers <= 0) {
    throw new ModelError(
      `${raw.name} can't tell passages that answer a question from others: choose a reranking model.`,
      { isRetryable: false },
    );
  }
  return (relevance) => probabilityAt(curve, (evidenceOf(relevance) - mean) / deviation);
}

/** Scores the passages around each question. The first failure stops it: a provider that is down is not asked 23 more
 *  times. */
async function judgeProbe(raw: RawReranker): Promise<number[][]> {
  const limited = semaphore(REQUESTS_AT_ONCE);
  const failure = new AbortController();
  const judge = async (question: string, row: number): Promise<number[]> => {
    try {
      failure.signal.throwIfAborted();
      return await raw.judge(question, passagesAround(row), failure.signal);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  };
  return await Promise.all(PROBE.map(({ question }, row) => limited(() => judge(question, row))));
}

/** The passage that answers a question of the probe, followed by those that do not. */
const passagesAround = (row: number) =>
  [0, ...UNRELATED].map((distance) => ({
    text: PROBE[(row + distance) % PROBE.length]?.passage ?? '',
    label: '',
  }));

function logOdds(share: number): number {
  const chance = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, share));
  return Math.log(chance / (1 - chance));
}

const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = average(values);
  return { mean, deviation: Math.sqrt(average(values.map((value) => (value - mean) ** 2))) };
}
