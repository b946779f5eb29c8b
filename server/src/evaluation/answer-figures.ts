import { type JudgedReply, proseLength } from './judge-reply.ts';
import { calibrationError, mean, percentile, reliabilityBins, roundFigure } from './metrics.ts';

/** Shares are 0 to 1; null without anything to count. */
export type AnswerFigures = {
  questions: number;
  unanswerable: number;
  right: number | null;
  gold_source_first: number | null;
  units_of_gold_page: number | null;
  units_of_gold_span: number | null;
  characters: number | null;
  /** Right replies to what a code block or a table answers, and those of them that have one. */
  code_or_table: { right: number; kept: number };
  markup_left: number | null;
  ends_in_colon: number | null;
  answerable_fallback: number | null;
  auroc: number | null;
  unanswerable_under_half: number | null;
  answerable_at_half: number | null;
  calibration_error: number | null;
  milliseconds_p50: number | null;
};

/** From this confidence on, a reply counts as sure. */
const SURE = 0.5;

export function answerFigures(judged: readonly JudgedReply[]): AnswerFigures {
  const answerable = judged.filter(isAnswerable);
  const unanswerable = judged.filter((one) => !isAnswerable(one));
  const replies = judged.filter(({ given }) => !given.isFallback);
  const units = answerable.flatMap((one) => one.units);
  const rightOfForm = answerable.filter(({ form, isRight }) => form !== undefined && isRight);
  return {
    questions: judged.length,
    unanswerable: unanswerable.length,
    right: share(answerable, ({ isRight }) => isRight),
    gold_source_first: share(answerable, ({ isGoldFirst }) => isGoldFirst),
    units_of_gold_page: share(units, ({ isOfPage }) => isOfPage),
    units_of_gold_span: share(
      units.filter(({ isOfSpan }) => isOfSpan !== undefined),
      ({ isOfSpan }) => isOfSpan === true,
    ),
    characters: roundFigure(
      mean(answerable.filter(({ given }) => !given.isFallback).map(({ given }) => proseLength(given))),
    ),
    code_or_table: {
      right: rightOfForm.length,
      kept: rightOfForm.filter(({ keepsForm }) => keepsForm).length,
    },
    markup_left: share(replies, ({ hasMarkup }) => hasMarkup),
    ends_in_colon: share(replies, ({ endsInColon }) => endsInColon),
    answerable_fallback: share(answerable, ({ given }) => given.isFallback),
    auroc: roundFigure(areaUnderRoc(answerable.map(confidence), unanswerable.map(confidence))),
    unanswerable_under_half: share(unanswerable, (one) => !isSure(one)),
    answerable_at_half: share(answerable, isSure),
    calibration_error: roundFigure(
      calibrationError(
        reliabilityBins(judged.map((one) => ({ score: confidence(one), isRelevant: one.isRight }))),
      ),
    ),
    milliseconds_p50: roundFigure(
      percentile(
        judged.map(({ given }) => given.milliseconds),
        0.5,
      ),
    ),
  };
}

const isAnswerable = ({ question }: JudgedReply): boolean => question.golds.length > 0;
const confidence = ({ given }: JudgedReply): number => given.confidence;
const isSure = ({ given }: JudgedReply): boolean => !given.isFallback && given.confidence >= SURE;

const share = <Item>(items: readonly Item[], isOne: (item: Item) => boolean): number | null =>
  roundFigure(mean(items.map((item) => Number(isOne(item)))));

/** The chance that a high value is above a low one; ties count half. Null without one of each. */
function areaUnderRoc(high: readonly number[], low: readonly number[]): number | null {
  if (high.length === 0 || low.length === 0) return null;
  const all = [
    ...high.map((value) => ({ value, isHigh: true })),
    ...low.map((value) => ({ value, isHigh: false })),
  ];
  let [below, wins] = [0, 0];
  for (const [, equal] of [...Map.groupBy(all, ({ value }) => value)].sort(([a], [b]) => a - b)) {
    const highs = equal.filter(({ isHigh }) => isHigh).length;
    const lows = equal.length - highs;
    wins += highs * (below + lows / 2);
    below += lows;
  }
  return wins / (high.length * low.length);
}
