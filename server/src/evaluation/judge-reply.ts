import { linesOfMarkdown, type MarkdownLine } from './lines-of-markdown.ts';
import type { AnswerQuestion, Gold } from './read-answer-sets.ts';

/** What the service replied. sources, units: those that it names, by the document of the set. */
export type GivenReply = {
  text: string;
  isFallback: boolean;
  confidence: number;
  sources: string[];
  units: { document: string; text: string }[];
  milliseconds: number;
};

/** A question, its reply, and what is right about that. */
export type JudgedReply = {
  question: AnswerQuestion;
  given: GivenReply;
  /** It holds an accepted string. */
  isRight: boolean;
  isGoldFirst: boolean;
  units: JudgedUnit[];
  /** Where the document has what answers: in a code block or a table, of which the reply should keep the form. */
  form: Form | undefined;
  keepsForm: boolean;
  hasMarkup: boolean;
  endsInColon: boolean;
};

/** isOfSpan: it holds the words that answer, or is a part of them; undefined if the set does not say which they are. */
type JudgedUnit = { isOfPage: boolean; isOfSpan: boolean | undefined };

type Form = NonNullable<MarkdownLine['form']>;

/** textOf: the text of a document of the set. */
export function judgeReply(
  question: AnswerQuestion,
  given: GivenReply,
  textOf: (document: string) => string,
): JudgedReply {
  const { accepted, golds } = question;
  const [gold] = golds;
  const form = gold?.span === undefined ? undefined : formOf(textOf(gold.document), gold.span);
  const prose = withoutCode(given.text);
  return {
    question,
    given,
    isRight: !given.isFallback && holdsOneOf(given.text, accepted),
    isGoldFirst: golds.some(({ document }) => document === given.sources[0]),
    units: given.units.map((unit) => judgeUnit(unit, golds)),
    form,
    keepsForm: linesOfMarkdown(given.text).some((line) => line.form !== undefined),
    hasMarkup: GENERATOR_MARKUP.test(prose.replace(INLINE_CODE, '')),
    endsInColon: /[:：]$/.test(given.text.trim()),
  };
}

/** The characters of a reply outside of code blocks. */
export const proseLength = ({ text }: GivenReply): number => withoutCode(text).trim().length;

const INLINE_CODE = /`[^`\n]*`/g;
/** Of generators of documentation: admonitions, templates, directives, wiki links. */
const GENERATOR_MARKUP = /!!! |\{% |\{\{|:::|<div|\[\[/;

const withoutCode = (text: string): string =>
  linesOfMarkdown(text)
    .filter(({ form }) => form !== 'code')
    .map((line) => line.text)
    .join('\n');

function holdsOneOf(text: string, accepted: readonly string[]): boolean {
  const [said, plain] = [comparable(text), comparable(withoutMarks(text))];
  return accepted.some(
    (string) => said.includes(comparable(string)) || plain.includes(comparable(withoutMarks(string))),
  );
}

const comparable = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Without the marks of Markdown for code and emphasis. */
const withoutMarks = (text: string): string => text.replace(/[`*]/g, '');

function judgeUnit({ document, text }: GivenReply['units'][number], golds: readonly Gold[]): JudgedUnit {
  const ofPage = golds.filter((gold) => gold.document === document);
  const spans = ofPage.flatMap(({ span }) => span ?? []);
  return {
    isOfPage: ofPage.length > 0,
    isOfSpan: golds.some(({ span }) => span !== undefined)
      ? spans.some((span) => holdsSpan(text, span) || liesIn(text, span))
      : undefined,
  };
}

/** The least share of the words of a span that a unit has in one piece, to hold the span. */
const HELD_SHARE = 0.5;

/** Whether half of the words of the span occur in the text in one piece, or all of those of a table row in one line. */
function holdsSpan(text: string, span: string): boolean {
  const words = wordsOf(span);
  if (TABLE_ROW.test(span)) return text.split('\n').some((line) => hasAll(line, words));
  const least = Math.ceil(HELD_SHARE * words.length);
  if (least === 0) return false;
  const said = ` ${wordsOf(text).join(' ')} `;
  for (let from = 0; from + least <= words.length; from++)
    if (said.includes(` ${words.slice(from, from + least).join(' ')} `)) return true;
  return false;
}

function liesIn(text: string, span: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && ` ${wordsOf(span).join(' ')} `.includes(` ${words.join(' ')} `);
}

const TABLE_ROW = / \| /;

/** The ingestion writes a column's name before each cell of a table, so cells need not stand in one piece. */
const hasAll = (line: string, words: readonly string[]): boolean => {
  const said = new Set(wordsOf(line));
  return words.every((word) => said.has(word));
};

/** The words without where links of Markdown lead, which the ingestion leaves out. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\]\([^()\s]*\)/g, ']')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the span stands in a code block or a table of the Markdown. */
function formOf(markdown: string, span: string): Form | undefined {
  const start = markdown.indexOf(span);
  if (start === -1) return undefined;
  const end = start + span.length;
  return linesOfMarkdown(markdown).find(
    (line) => line.form !== undefined && line.start < end && start < line.start + line.text.length,
  )?.form;
}
