import type { AskedQuestion, WholeRun } from './evaluation-queries.ts';

/** What came of one question. source_ids: best first. */
export type Outcome = {
  query: string;
  right: boolean;
  /** Absent in a search, and once a source of the reply was deleted. */
  reply?: string | undefined;
  isFallback: boolean;
  confidence: number;
  source_ids: readonly string[];
};

export type Change = 'better' | 'worse' | 'same';

/** A question with its outcome, and that of the other run. */
export type ComparedQuestion = {
  asked: AskedQuestion | undefined;
  outcome: Outcome;
  other: Outcome | undefined;
  change: Change | undefined;
};

/** The outcomes of a run, worst first: what the agent replied or, without an agent, what the first search type found. */
function outcomesOf(run: WholeRun): Outcome[] {
  if (run.reply_outcomes)
    return run.reply_outcomes.map(({ query, right, reply, kind, confidence, source_ids }) => ({
      query,
      right,
      reply,
      isFallback: kind === 'fallback',
      confidence,
      source_ids,
    }));
  return (run.outcomes?.[0]?.questions ?? []).map(({ query, rank, best_score, source_ids, ndcg_at_10 }) => ({
    query,
    // Of a question without an answer, a search only says how sure it is.
    right: ndcg_at_10 === null ? best_score < 0.5 : rank !== null && rank <= 10,
    isFallback: false,
    confidence: best_score,
    source_ids,
  }));
}

/** The questions of a run beside those of another. With another, those that became worse come first, then those that became better. */
export function compareRuns(
  run: WholeRun,
  asked: readonly AskedQuestion[],
  other: WholeRun | undefined,
): ComparedQuestion[] {
  const expected = new Map(asked.map((question) => [question.query, question]));
  const others = new Map((other ? outcomesOf(other) : []).map((outcome) => [outcome.query, outcome]));
  const compared = outcomesOf(run).map((outcome): ComparedQuestion => {
    const before = others.get(outcome.query);
    return {
      asked: expected.get(outcome.query),
      outcome,
      other: before,
      change: before && changeOf(outcome, before),
    };
  });
  return other ? compared.toSorted((a, b) => orderOf(a) - orderOf(b)) : compared;
}

const changeOf = (outcome: Outcome, before: Outcome): Change =>
  outcome.right === before.right ? 'same' : outcome.right ? 'better' : 'worse';

const ORDER: Record<Change, number> = { worse: 0, better: 1, same: 2 };

const orderOf = ({ change }: ComparedQuestion): number => (change === undefined ? 3 : ORDER[change]);
