import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
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
  type ReliabilityBin,
  recall,
  reciprocalRank,
  reliabilityBins,
} from './metrics.ts';

export const SEARCH_TYPES = ['hybrid', 'semantic', 'keyword'] as const satisfies SearchType[];

/** A question with its relevant sources; unanswerable without any. */
export type Question = {
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

/** Results of one search type. The metrics are means over the answerable questions, null without any. */
export type SearchEvaluation = {
  searchType: SearchType;
  metrics: {
    ndcgAt10: number | null;
    recallAt5: number | null;
    recallAt10: number | null;
    mrrAt10: number | null;
    /** Over the first ten results of all questions. */
    calibrationError: number | null;
    /** The mean highest score of answerable and of unanswerable questions. */
    bestScoreAnswerable: number | null;
    bestScoreUnanswerable: number | null;
  };
  /** Milliseconds that a search for ten results took. */
  latencyMs: { p50: number | null; p95: number | null; p99: number | null };
  reliability: ReliabilityBin[];
  /** Worst first. */
  outcomes: Outcome[];
};

/** The outcome of one question. */
export type Outcome = {
  question: Question;
  /** Null if the question is unanswerable. */
  ndcgAt10: number | null;
  /** Rank of the first relevant source among RANKED_SOURCES, from 1; null if it is not among them. */
  rank: number | null;
  /** 0 if nothing was found. */
  bestScore: number;
  /** The first ten, best first. */
  sourceIds: SourceId[];
};

type Measured = Outcome & {
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
  questions: readonly Question[];
  searchTypes: readonly SearchType[];
  signal?: AbortSignal;
  /** Receives the progress, 0 to 1. */
  onProgress?: (progress: number) => void;
};

/** Asks every question in every search type, in sequence, and compares the results with what is relevant. Rankings are
 *  of sources, scores of passages. Throws OperatorError if a model cannot be reached. */
export async function runEvaluation(
  services: { models: SearchModels },
  store: WorkspaceStore,
  { questions, searchTypes, knowledgeBaseIds, signal, onProgress = () => {} }: Options,
): Promise<SearchEvaluation[]> {
  const evaluations: SearchEvaluation[] = [];
  for (const searchType of searchTypes) {
    const ask = (question: Question) => measure(services, store, { question, searchType, knowledgeBaseIds });
    for (const question of questions.slice(0, WARM_UP)) await ask(question);
    const measured: Measured[] = [];
    for (const question of questions) {
      signal?.throwIfAborted();
      measured.push(await ask(question));
      onProgress((evaluations.length + measured.length / questions.length) / searchTypes.length);
      // Searches run in memory and never wait: yield to other work on this thread.
      await new Promise(setImmediate);
    }
    evaluations.push(summarise(searchType, measured));
  }
  return evaluations;
}

async function measure(
  services: { models: SearchModels },
  store: WorkspaceStore,
  { question, searchType, knowledgeBaseIds }: Scope & { question: Question; searchType: SearchType },
): Promise<Measured> {
  const request = { query: question.query, searchType, knowledgeBaseIds };
  const startedAt = performance.now();
  const { hits, isDegraded } = await search(services, store, { ...request, limit: RESULTS });
  const latencyMs = performance.now() - startedAt;
  const ranking = await search(services, store, { ...request, limit: RANKED_SOURCES, maxPerSource: 1 });
  if (isDegraded || ranking.isDegraded) throw modelOutOfReach();
  const gradeOf = gradesOf(question);
  const sourceIds = ranking.hits.map(({ chunk }) => chunk.source_id);
  const grades = sourceIds.map((sourceId) => gradeOf.get(sourceId) ?? 0);
  const relevantGrades = [...gradeOf.values()];
  return {
    question,
    ndcgAt10: relevantGrades.length === 0 ? null : discountedGain(grades, relevantGrades, 10),
    rank: firstRelevantRank(grades),
    bestScore: hits[0]?.score ?? 0,
    sourceIds: sourceIds.slice(0, RESULTS),
    latencyMs,
    grades,
    relevantGrades,
    judged: hits.map((hit) => ({ score: hit.score, isRelevant: isRight(hit, question) })),
  };
}

const modelOutOfReach = (): OperatorError =>
  new OperatorError(
    'A model could not be reached during the evaluation, so its figures would be wrong: run it again when the model responds.',
  );

/** By source; the best grade of a source named several times. */
function gradesOf({ relevant }: Question): Map<SourceId, number> {
  const grades = new Map<SourceId, number>();
  for (const { sourceId, grade } of relevant)
    grades.set(sourceId, Math.max(grade, grades.get(sourceId) ?? 0));
  return grades;
}

const isRight = ({ chunk }: Hit, { relevant }: Question): boolean =>
  relevant.some(
    ({ sourceId, text }) =>
      sourceId === chunk.source_id &&
      (text === undefined || containsPhrase(comparable(chunk.text), comparable(text))),
  );

function summarise(searchType: SearchType, measured: readonly Measured[]): SearchEvaluation {
  const answerable = measured.filter(({ relevantGrades }) => relevantGrades.length > 0);
  const unanswerable = measured.filter(({ relevantGrades }) => relevantGrades.length === 0);
  const meanOf = (metric: (found: readonly number[], relevant: readonly number[]) => number) =>
    mean(answerable.map(({ grades, relevantGrades }) => metric(grades, relevantGrades)));
  const reliability = reliabilityBins(measured.flatMap(({ judged }) => judged));
  const latencies = measured.map(({ latencyMs }) => latencyMs);
  return {
    searchType,
    metrics: {
      ndcgAt10: meanOf((found, relevant) => discountedGain(found, relevant, 10)),
      recallAt5: meanOf((found, relevant) => recall(found, relevant, 5)),
      recallAt10: meanOf((found, relevant) => recall(found, relevant, 10)),
      mrrAt10: meanOf((found) => reciprocalRank(found, 10)),
      calibrationError: calibrationError(reliability),
      bestScoreAnswerable: mean(answerable.map(({ bestScore }) => bestScore)),
      bestScoreUnanswerable: mean(unanswerable.map(({ bestScore }) => bestScore)),
    },
    latencyMs: {
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      p99: percentile(latencies, 0.99),
    },
    reliability,
    outcomes: measured
      .map(({ question, ndcgAt10, rank, bestScore, sourceIds }) => ({
        question,
        ndcgAt10,
        rank,
        bestScore,
        sourceIds,
      }))
      .sort((a, b) => goodness(a) - goodness(b)),
  };
}

/** 0 to 1: how high the relevant sources rank; for an unanswerable question, how low the best score is. */
const goodness = ({ ndcgAt10, bestScore }: Outcome): number => ndcgAt10 ?? 1 - bestScore;
