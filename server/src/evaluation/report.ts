import type { z } from 'zod';
import { mean, roundFigure } from './metrics.ts';
import { figure, table } from './report-table.ts';
import type { EvaluationResult, OutcomesOfSearch } from './result-schema.ts';

type Result = z.infer<typeof EvaluationResult>;
type Metrics = Result['metrics'];
type Bin = Result['reliability'][number];

/** Results of one set of questions, as in the API. */
export type SetReport = {
  name: string;
  documents: number;
  questions: number;
  results: Result[];
  outcomes: z.infer<typeof OutcomesOfSearch>[];
};

/** Results of one or several sets. */
export type Report = { name: string; sets: SetReport[]; mean: Result[] };

/** The mean of several sets averages their figures; its reliability pools all their results. */
export function reportOf(name: string, sets: SetReport[]): Report {
  const [first] = sets;
  const means = first?.results.map(({ search_type }) => {
    const results = sets.flatMap((set) => set.results.filter((result) => result.search_type === search_type));
    return {
      search_type,
      metrics: meanOfFields(results.map(({ metrics }) => metrics)),
      latency_ms: meanOfFields(results.map(({ latency_ms }) => latency_ms)),
      reliability: first.results[0]?.reliability.map((_, index) =>
        pooled(results.flatMap(({ reliability }) => reliability[index] ?? [])),
      ),
    } as Result;
  });
  return { name, sets, mean: means ?? [] };
}

/** The mean of each field, over the values that are not null. */
function meanOfFields<Fields extends Record<string, number | null>>(all: readonly Fields[]): Fields {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, roundFigure(mean(all.flatMap((fields) => fields[name] ?? [])))]),
  ) as Fields;
}

function pooled(bins: readonly Bin[]): Bin {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  const weighed = (field: 'mean_score' | 'share_relevant'): number | null =>
    count === 0
      ? null
      : roundFigure(bins.reduce((sum, bin) => sum + bin.count * (bin[field] ?? 0), 0) / count);
  const { from = 0, to = 1 } = bins[0] ?? {};
  return { from, to, count, mean_score: weighed('mean_score'), share_relevant: weighed('share_relevant') };
}

/** The report as text, in aligned tables. */
export function reportText({ name, sets, mean: means }: Report): string {
  const rows = sets.flatMap((set) => set.results.map((result) => figureRow(set.name, result)));
  const meanRows = sets.length > 1 ? means.map((result) => figureRow('mean', result)) : [];
  const count = (pick: (set: SetReport) => number): string =>
    sets.reduce((sum, set) => sum + pick(set), 0).toLocaleString('en');
  return [
    `${name}: ${count((set) => set.documents)} documents, ${count((set) => set.questions)} questions`,
    table([FIGURES, ...rows, ...meanRows]),
    'Calibration: the results by score, their mean score, and the share of them that is relevant',
    table(calibrationRows(means)),
    ...means.flatMap(bestScores),
  ].join('\n\n');
}

const FIGURES = ['', '', 'nDCG@10', 'Recall@5', 'Recall@10', 'MRR@10', 'ECE', 'p50 ms', 'p95 ms', 'p99 ms'];

const figureRow = (set: string, { search_type, metrics, latency_ms }: Result): string[] => [
  set,
  search_type,
  ...METRICS.map((metric) => figure(metrics[metric], 3)),
  ...[latency_ms.p50, latency_ms.p95, latency_ms.p99].map((ms) => figure(ms, 2)),
];

const METRICS = [
  'ndcg_at_10',
  'recall_at_5',
  'recall_at_10',
  'mrr_at_10',
  'calibration_error',
] as const satisfies (keyof Metrics)[];

function calibrationRows(results: readonly Result[]): string[][] {
  const bins = results[0]?.reliability ?? [];
  return [
    ['score', ...results.flatMap(({ search_type }) => [search_type, 'score', 'relevant'])],
    ...bins.map(({ from, to }, index) => [
      `${from.toFixed(1)}–${to.toFixed(1)}`,
      ...results.flatMap(({ reliability }) => {
        const { count = 0, mean_score = null, share_relevant = null } = reliability[index] ?? {};
        return [count.toLocaleString('en'), figure(mean_score, 3), figure(share_relevant, 3)];
      }),
    ]),
  ];
}

function bestScores({ search_type, metrics }: Result): string[] {
  if (metrics.best_score_unanswerable === null) return [];
  return [
    `${search_type}: the highest score is ${figure(metrics.best_score_answerable, 3)} on average, and ${figure(metrics.best_score_unanswerable, 3)} where nothing answers the question.`,
  ];
}

/** The worst questions of the first search type, one per line. */
export function worstQuestions({ outcomes }: SetReport, count: number): string {
  const [first] = outcomes;
  const lines = first?.questions
    .slice(0, count)
    .map(({ query, rank, best_score, ndcg_at_10 }) => [
      ndcg_at_10 === null ? 'no answer' : rank === null ? 'not found' : `rank ${rank}`,
      figure(best_score, 3),
      query,
    ]);
  return `The worst questions (${first?.search_type}): the first relevant source, the highest score, the question\n\n${table([['', 'score', ''], ...(lines ?? [])])}`;
}
