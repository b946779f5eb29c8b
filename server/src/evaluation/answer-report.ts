import { type AnswerFigures, answerFigures } from './answer-figures.ts';
import type { JudgedReply } from './judge-reply.ts';
import { figure, table } from './report-table.ts';

/** replies: in the order of the questions. */
export type AnswersOfSet = { name: string; documents: number; replies: JudgedReply[] };

/** The figures of one or several sets. all: over the questions of all sets. types: by the type of the questions. */
export type AnswerReport = {
  name: string;
  sets: { name: string; documents: number; figures: AnswerFigures }[];
  all: AnswerFigures;
  types: Record<string, AnswerFigures>;
};

export function answerReport(name: string, sets: readonly AnswersOfSet[]): AnswerReport {
  const all = sets.flatMap(({ replies }) => replies);
  const types = [...Map.groupBy(all, ({ question }) => question.type)].flatMap(([type, replies]) =>
    type === undefined ? [] : [[type, answerFigures(replies)] as const],
  );
  return {
    name,
    sets: sets.map(({ name, documents, replies }) => ({ name, documents, figures: answerFigures(replies) })),
    all: answerFigures(all),
    types: Object.fromEntries(types),
  };
}

/** The report as text, in aligned tables. */
export function answerReportText({ name, sets, all, types }: AnswerReport): string {
  const columns = [...(sets.length > 1 ? sets : []), { name: 'all', figures: all }];
  const documents = sets.reduce((sum, set) => sum + set.documents, 0).toLocaleString('en');
  const byType = Object.entries(types).filter(([, { right }]) => right !== null);
  return [
    `${name}: ${documents} documents, ${all.questions.toLocaleString('en')} questions, ${all.unanswerable.toLocaleString('en')} of them unanswerable`,
    table([
      ['figure', ...columns.map((column) => column.name)],
      ...ROWS.map(([title, pick]) => [title, ...columns.map(({ figures }) => pick(figures))]),
    ]),
    ...(byType.length === 0
      ? []
      : [
          table([
            ['type', 'questions', 'right', 'gold source first', 'fallback', 'characters'],
            ...byType.map(([type, of]) => [
              type,
              of.questions.toLocaleString('en'),
              figure(of.right, 3),
              figure(of.gold_source_first, 3),
              figure(of.answerable_fallback, 3),
              figure(of.characters, 0),
            ]),
          ]),
        ]),
  ].join('\n\n');
}

const ROWS: readonly [string, (figures: AnswerFigures) => string][] = [
  ['questions', ({ questions }) => questions.toLocaleString('en')],
  ['reply holds an accepted answer', ({ right }) => figure(right, 3)],
  ['first source is a gold page', ({ gold_source_first }) => figure(gold_source_first, 3)],
  ['units from a gold page', ({ units_of_gold_page }) => figure(units_of_gold_page, 3)],
  ['units of a gold span', ({ units_of_gold_span }) => figure(units_of_gold_span, 3)],
  ['characters of a reply, code aside', ({ characters }) => figure(characters, 0)],
  ['right out of code or a table, kept', ({ code_or_table: { kept, right } }) => `${kept} of ${right}`],
  ['markup left', ({ markup_left }) => figure(markup_left, 3)],
  ['ends in a colon', ({ ends_in_colon }) => figure(ends_in_colon, 3)],
  ['answerable with a fallback', ({ answerable_fallback }) => figure(answerable_fallback, 3)],
  ['AUROC of the confidence', ({ auroc }) => figure(auroc, 3)],
  ['unanswerable under 0.5 or fallback', ({ unanswerable_under_half }) => figure(unanswerable_under_half, 3)],
  ['answerable at 0.5 or over', ({ answerable_at_half }) => figure(answerable_at_half, 3)],
  ['ECE against rightness', ({ calibration_error }) => figure(calibration_error, 3)],
  ['p50 ms of a reply', ({ milliseconds_p50 }) => figure(milliseconds_p50, 1)],
];

/** Every question with its reply, one JSON object a line. */
export const repliesAsLines = (sets: readonly AnswersOfSet[]): string =>
  sets
    .flatMap(({ name, replies }) => replies.map((judged) => `${JSON.stringify(lineOf(name, judged))}\n`))
    .join('');

const lineOf = (set: string, { question, given, ...judged }: JudgedReply) => ({
  set,
  id: question.id,
  type: question.type,
  question: question.text,
  answerable: question.golds.length > 0,
  right: judged.isRight,
  confidence: given.confidence,
  fallback: given.isFallback,
  reply: given.text,
  accepted: question.accepted,
  gold: question.golds,
  sources: given.sources,
  gold_source_first: judged.isGoldFirst,
  units: given.units.map((unit, index) => ({
    ...unit,
    of_gold_page: judged.units[index]?.isOfPage,
    of_gold_span: judged.units[index]?.isOfSpan,
  })),
  form: judged.form ?? null,
  keeps_form: judged.keepsForm,
  markup_left: judged.hasMarkup,
  ends_in_colon: judged.endsInColon,
  milliseconds: Math.round(given.milliseconds * 10) / 10,
});
