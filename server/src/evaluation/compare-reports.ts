import { type Difference, pairedDifference } from './bootstrap.ts';
import { mean, roundFigure } from './metrics.ts';
import type { Report, SetReport } from './report.ts';
import { figure, table } from './report-table.ts';

/** A figure of two models, as means over the questions that have an answer. */
type Compared = { first: number | null; second: number | null } & Partial<Difference>;

type ComparedQuestion = {
  set: string;
  query: string;
  /** nDCG@10 of the second model less that of the first. */
  difference: number;
  /** Of the first relevant source; null if it was not found. */
  ranks: [first: number | null, second: number | null];
};

type ComparisonOfSearch = {
  search_type: SetReport['results'][number]['search_type'];
  ndcg_at_10: Compared;
  mrr_at_10: Compared;
  /** Questions that the second model answers better, and worse: the greatest difference first. */
  won: ComparedQuestion[];
  lost: ComparedQuestion[];
  equal: number;
};

/** Two models on the same questions. `difference` is the second less the first, with its 95% interval. */
export type Comparison = {
  models: [first: string, second: string];
  reports: [first: Report, second: Report];
  comparison: ComparisonOfSearch[];
};

/** Compares the reports of two models question by question. Both have the same sets, search types and questions, and each
 *  question its own id. */
export function compareReports(models: Comparison['models'], reports: Comparison['reports']): Comparison {
  const [first, second] = reports;
  const types = first.sets[0]?.outcomes.map(({ search_type }) => search_type) ?? [];
  const comparison = types.map((search_type): ComparisonOfSearch => {
    const pairs = first.sets.flatMap((set, i) => pairsOf(search_type, set, second.sets[i]));
    const questions = pairs.map(
      ({ set, a, b }): ComparedQuestion => ({
        set,
        query: a.query,
        difference: roundFigure((b.ndcg_at_10 ?? 0) - (a.ndcg_at_10 ?? 0)) ?? 0,
        ranks: [a.rank, b.rank],
      }),
    );
    const byDifference = questions.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
    return {
      search_type,
      ndcg_at_10: compared(pairs, ({ ndcg_at_10 }) => ndcg_at_10 ?? 0),
      mrr_at_10: compared(pairs, ({ rank }) => (rank === null || rank > 10 ? 0 : 1 / rank)),
      won: byDifference.filter(({ difference }) => difference > 0),
      lost: byDifference.filter(({ difference }) => difference < 0),
      equal: questions.filter(({ difference }) => difference === 0).length,
    };
  });
  return { models, reports, comparison };
}

type Outcome = SetReport['outcomes'][number]['questions'][number];
type Pair = { set: string; a: Outcome; b: Outcome };

/** The outcomes of questions that have an answer. */
function pairsOf(searchType: string, first: SetReport, second: SetReport | undefined): Pair[] {
  const outcomesOf = (report: SetReport | undefined): Outcome[] =>
    report?.outcomes.find(({ search_type }) => search_type === searchType)?.questions ?? [];
  const byId = new Map(outcomesOf(second).map((outcome) => [outcome.id, outcome]));
  return outcomesOf(first).flatMap((a) => {
    const b = byId.get(a.id);
    return b && a.ndcg_at_10 !== null ? { set: first.name, a, b } : [];
  });
}

function compared(pairs: readonly Pair[], of: (outcome: Outcome) => number): Compared {
  const difference = pairedDifference(pairs.map(({ a, b }) => of(b) - of(a)));
  return {
    first: roundFigure(mean(pairs.map(({ a }) => of(a)))),
    second: roundFigure(mean(pairs.map(({ b }) => of(b)))),
    ...(difference && {
      difference: roundFigure(difference.difference) ?? 0,
      low: roundFigure(difference.low) ?? 0,
      high: roundFigure(difference.high) ?? 0,
    }),
  };
}

/** Questions of each kind to print; the JSON has all. */
const SHOWN = 5;

/** The comparison as text, in aligned tables. */
export function comparisonText({ models: [first, second], reports, comparison }: Comparison): string {
  const rows = comparison.flatMap(({ search_type, ndcg_at_10, mrr_at_10 }, i) => {
    const [a, b] = reports.map((report) => report.mean[i]);
    return [
      comparedRow(`${search_type} nDCG@10`, ndcg_at_10),
      comparedRow(`${search_type} MRR@10`, mrr_at_10),
      figuresRow(`${search_type} Recall@10`, [a?.metrics.recall_at_10, b?.metrics.recall_at_10], 3),
      figuresRow(`${search_type} ECE`, [a?.metrics.calibration_error, b?.metrics.calibration_error], 3),
      figuresRow(`${search_type} p50 ms`, [a?.latency_ms.p50, b?.latency_ms.p50], 1),
    ];
  });
  return [
    table([['', first, second, 'difference', '95 %'], ...rows]),
    ...comparison.map((search) => questionsText(second, search)),
  ].join('\n\n');
}

function comparedRow(name: string, { first, second, difference, low, high }: Compared): string[] {
  const interval = low === undefined || high === undefined ? '–' : `${signed(low, 3)} to ${signed(high, 3)}`;
  return [name, figure(first, 3), figure(second, 3), signed(difference ?? null, 3), interval];
}

function figuresRow(
  name: string,
  [a = null, b = null]: (number | null | undefined)[],
  digits: number,
): string[] {
  const difference = a === null || b === null ? null : b - a;
  return [name, figure(a, digits), figure(b, digits), signed(difference, digits), ''];
}

const signed = (value: number | null, digits: number): string =>
  value !== null && value > 0 ? `+${figure(value, digits)}` : figure(value, digits);

function questionsText(model: string, { search_type, won, lost, equal }: ComparisonOfSearch): string {
  const lines = (questions: readonly ComparedQuestion[]) =>
    questions
      .slice(0, SHOWN)
      .map(({ query, ranks }) => `  ${ranks.map((rank) => rank ?? 'not found').join(' → ')}  ${query}`);
  return [
    `${search_type}: ${model} answers ${won.length} questions better, ${lost.length} worse and ${equal} as well (rank before → after)`,
    ...(won.length > 0 ? ['better:', ...lines(won)] : []),
    ...(lost.length > 0 ? ['worse:', ...lines(lost)] : []),
  ].join('\n');
}
