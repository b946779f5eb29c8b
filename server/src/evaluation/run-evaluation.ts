import type { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { SearchModels } from '#models/model.ts';
import { type Hit, type SearchType, search } from '#search/search.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { comparable, containsPhrase } from '#text/phrases.ts';
import {
  calibrationError,
  discountedGain,
  firstRelevantRank,
  mean,
  percentile,
  recall,
  reciprocalRank,
  reliabilityBins,
  roundFigure,
} from './metrics.ts';
import { patientEmbedders } from './patient-embedders.ts';
import type { EvaluationResult, OutcomesOfSearch } from './result-schema.ts';

/** A question with its relevant sources; unanswerable without any. */
export type EvaluationQuestion = {
  /** The id given by its author. */
  id?: string | undefined;
  query: string;
  relevant: readonly RelevantSource[];
};

export type RelevantSource = {
  sourceId: SourceId;
  /** Above 0; 1 unless relevance was graded. */
  grade: number;
  /** Words that relevant passages of the source contain; all its passages are relevant without them. */
  text?: string | undefined;
};

type Result = z.infer<typeof EvaluationResult>;
type Outcome = z.infer<typeof OutcomesOfSearch>['questions'][number];

/** Results and outcomes of each search type. */
export type Evaluated = { results: Result[]; outcomes: z.infer<typeof OutcomesOfSearch>[] };

type Measured = {
  question: EvaluationQuestion;
  /** Sources, best first. */
  sourceIds: SourceId[];
  bestScore: number;
  latencyMs: number;
  grades: number[];
  relevantGrades: number[];
  judged: { score: number; isRelevant: boolean }[];
};

/** Sources ranked per question: as many as a client can request. */
const RANKED_SOURCES = LIMITS.queryResults;
/** Results per search for calibration and latency, as clients request them. */
const RESULTS = 10;
/** Unmeasured searches that load the index and warm up the code. */
const WARM_UP = 20;

type Scope = { knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined };
type Options = Scope & {
  questions: readonly EvaluationQuestion[];
  searchTypes: readonly SearchType[];
  signal?: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress?: (progress: number) => void;
};

/** Asks every question in every search type, in sequence, and compares the results with what is relevant. Rankings are
 *  of sources, scores of passages. Throws OperatorError if a model cannot be reached. */
export async function runEvaluation(
  { models }: { models: SearchModels },
  store: WorkspaceStore,
  { questions, searchTypes, knowledgeBaseIds, signal, onProgress = () => {} }: Options,
): Promise<Evaluated> {
  const services = { models: { ...models, embedders: patientEmbedders(models.embedders) } };
  const evaluated: Evaluated = { results: [], outcomes: [] };
  for (const searchType of searchTypes) {
    const ask = (question: EvaluationQuestion) =>
      measure(services, store, { question, searchType, knowledgeBaseIds });
    for (const question of questions.slice(0, WARM_UP)) await ask(question);
    const measured: Measured[] = [];
    for (const question of questions) {
      signal?.throwIfAborted();
      measured.push(await ask(question));
      onProgress((evaluated.results.length + measured.length / questions.length) / searchTypes.length);
      // Searches run in memory and never wait: yield to other work on this thread.
      await new Promise(setImmediate);
    }
    evaluated.results.push(resultOf(searchType, measured));
    evaluated.outcomes.push({ search_type: searchType, questions: outcomesOf(measured) });
  }
  return evaluated;
}

async function measure(
  services: { models: SearchModels },
  store: WorkspaceStore,
  {
    question,
    searchType,
    knowledgeBaseIds,
  }: Scope & { question: EvaluationQuestion; searchType: SearchType },
): Promise<Measured> {
  const request = { query: question.query, searchType, knowledgeBaseIds };
  const startedAt = performance.now();
  const { hits, isDegraded } = await search(services, store, { ...request, limit: RESULTS });
  const latencyMs = performance.now() - startedAt;
  const ranking = await search(services, store, { ...request, limit: RANKED_SOURCES, maxPerSource: 1 });
  if (isDegraded || ranking.isDegraded) throw modelOutOfReach();
  const gradeOf = gradesOf(question);
  const sourceIds = ranking.hits.map(({ chunk }) => chunk.source_id);
  return {
    question,
    sourceIds,
    bestScore: hits[0]?.score ?? 0,
    latencyMs,
    grades: sourceIds.map((sourceId) => gradeOf.get(sourceId) ?? 0),
    relevantGrades: [...gradeOf.values()],
    judged: hits.map((hit) => ({ score: hit.score, isRelevant: isRight(hit, question) })),
  };
}

/** Why an evaluation ends early. */
export const modelOutOfReach = (): OperatorError =>
  new OperatorError(
    'A model could not be reached during the evaluation, so its figures would be wrong: run it again when the model responds.',
  );

/** By source; the best grade of a source named several times. */
function gradesOf({ relevant }: EvaluationQuestion): Map<SourceId, number> {
  const grades = new Map<SourceId, number>();
  for (const { sourceId, grade } of relevant)
    grades.set(sourceId, Math.max(grade, grades.get(sourceId) ?? 0));
  return grades;
}

const isRight = ({ chunk }: Hit, { relevant }: EvaluationQuestion): boolean =>
  relevant.some(
    ({ sourceId, text }) =>
      sourceId === chunk.source_id &&
      (text === undefined || containsPhrase(comparable(chunk.text), comparable(text))),
  );

const isAnswerable = ({ relevantGrades }: Measured): boolean => relevantGrades.length > 0;

function resultOf(searchType: SearchType, measured: readonly Measured[]): Result {
  const answerable = measured.filter(isAnswerable);
  const unanswerable = measured.filter((one) => !isAnswerable(one));
  const meanOf = (metric: (found: readonly number[], relevant: readonly number[]) => number) =>
    roundFigure(mean(answerable.map(({ grades, relevantGrades }) => metric(grades, relevantGrades))));
  const meanBestScore = (of: readonly Measured[]) => roundFigure(mean(of.map(({ bestScore }) => bestScore)));
  const latencies = measured.map(({ latencyMs }) => latencyMs);
  const latency = (share: number) => roundFigure(percentile(latencies, share));
  const bins = reliabilityBins(measured.flatMap(({ judged }) => judged));
  return {
    search_type: searchType,
    metrics: {
      ndcg_at_10: meanOf((found, relevant) => discountedGain(found, relevant, 10)),
      recall_at_5: meanOf((found, relevant) => recall(found, relevant, 5)),
      recall_at_10: meanOf((found, relevant) => recall(found, relevant, 10)),
      mrr_at_10: meanOf((found) => reciprocalRank(found, 10)),
      calibration_error: roundFigure(calibrationError(bins)),
      best_score_answerable: meanBestScore(answerable),
      best_score_unanswerable: meanBestScore(unanswerable),
    },
    latency_ms: { p50: latency(0.5), p95: latency(0.95), p99: latency(0.99) },
    reliability: bins.map(({ from, to, count, meanScore, shareRelevant }) => ({
      from,
      to,
      count,
      mean_score: roundFigure(meanScore),
      share_relevant: roundFigure(shareRelevant),
    })),
  };
}

/** Worst first: by how high the relevant sources rank, or for an unanswerable question, how low the best score is. */
const outcomesOf = (measured: readonly Measured[]): Outcome[] =>
  measured
    .map((one) => {
      const { question, sourceIds, bestScore, grades, relevantGrades } = one;
      const gain = isAnswerable(one) ? discountedGain(grades, relevantGrades, 10) : null;
      const outcome: Outcome = {
        ...(question.id !== undefined && { id: question.id }),
        query: question.query,
        ndcg_at_10: roundFigure(gain),
        rank: firstRelevantRank(grades),
        best_score: roundFigure(bestScore) ?? 0,
        source_ids: sourceIds.slice(0, RESULTS),
      };
      return { outcome, goodness: gain ?? 1 - bestScore };
    })
    .sort((a, b) => a.goodness - b.goodness)
    .map(({ outcome }) => outcome);
