import { expect, it } from 'vitest';
import { compareReports, comparisonText } from './compare-reports.ts';
import { reportOf, type SetReport } from './report.ts';

const METRICS = {
  ndcg_at_10: 0.5,
  recall_at_5: 0.5,
  recall_at_10: 0.5,
  mrr_at_10: 0.5,
  calibration_error: 0.05,
  best_score_answerable: 0.5,
  best_score_unanswerable: null,
};

/** The report of a set in which questions have these ranks: null was not found, undefined has no answer. */
const report = (name: string, ranks: Record<string, number | null | undefined>): SetReport => ({
  name,
  documents: 9,
  questions: Object.keys(ranks).length,
  results: [
    { search_type: 'hybrid', metrics: METRICS, latency_ms: { p50: 1, p95: 1, p99: 1 }, reliability: [] },
  ],
  outcomes: [
    {
      search_type: 'hybrid',
      questions: Object.entries(ranks).map(([id, rank]) => ({
        id,
        query: `Question ${id}?`,
        ndcg_at_10: rank === undefined ? null : rank === null ? 0 : 1 / Math.log2(rank + 1),
        rank: rank ?? null,
        best_score: 0.5,
        source_ids: [],
      })),
    },
  ],
});

const comparison = compareReports(
  ['old', 'new'],
  [
    reportOf('both', [report('en', { a: 1, b: null, c: 3, d: undefined }), report('de', { a: 2 })]),
    // The outcomes are in another order.
    reportOf('both', [report('en', { d: undefined, c: 1, b: 1, a: 3 }), report('de', { a: 2 })]),
  ],
);

it('questions are compared with themselves, set by set', () => {
  const [hybrid] = comparison.comparison;
  expect(hybrid).toMatchObject({
    search_type: 'hybrid',
    won: [
      { set: 'en', query: 'Question b?', difference: 1, ranks: [null, 1] },
      { set: 'en', query: 'Question c?', difference: 0.5, ranks: [3, 1] },
    ],
    lost: [{ set: 'en', query: 'Question a?', difference: -0.5, ranks: [1, 3] }],
    equal: 1,
  });
  expect(hybrid?.ndcg_at_10).toMatchObject({ first: 0.5327, second: 0.7827, difference: 0.25 });
  expect(hybrid?.ndcg_at_10.low).toBeLessThan(0.25);
  expect(hybrid?.ndcg_at_10.high).toBeGreaterThan(0.25);
  expect(hybrid?.mrr_at_10).toMatchObject({ first: 0.4583, second: 0.7083, difference: 0.25 });
});

it('the text shows both models, the difference and the questions', () => {
  const text = comparisonText(comparison);
  expect(text).toMatch(/^ +old +new +difference +95 %\n/);
  expect(text).toMatch(/^hybrid nDCG@10 +0\.533 +0\.783 +\+0\.250 +-0\.\d{3} to \+0\.\d{3}$/m);
  expect(text).toMatch(/^hybrid ECE +0\.050 +0\.050 +0\.000$/m);
  expect(text).toContain('hybrid: new answers 2 questions better, 1 worse and 1 as well');
  expect(text).toContain('better:\n  not found → 1  Question b?\n  3 → 1  Question c?');
  expect(text).toContain('worse:\n  1 → 3  Question a?');
});
