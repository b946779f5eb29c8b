import { detectLanguage, type Language } from '#text/language.ts';
import { type Span, splitSentences } from '#text/sentences.ts';
import type { Passage } from './passage.ts';

/** A sentence of a source. */
export type Sentence = {
  /** The best passage that holds it. */
  passage: Passage;
  /** Offsets into the source's extracted text. */
  start: number;
  end: number;
  /** Verbatim but for white space, which is collapsed; without bullets, emphasis marks and the rules of a table. */
  text: string;
  /** What it stands under: the name of its source and the headings above it. */
  context: string;
  /** The question or the heading with a question that it answers, as in a list of frequent questions. */
  asked: string;
  /** The sentence just before it in the source, when retrieval found that too. */
  previous: Sentence | undefined;
};

/** Enough of a passage to tell its language. */
const LANGUAGE_SAMPLE_CHARACTERS = 400;

/** The language of passages is that of the first of them. */
export const languageOfPassages = ([first]: readonly Passage[]): Language =>
  detectLanguage(first?.text.slice(0, LANGUAGE_SAMPLE_CHARACTERS) ?? '');

/** The sentences of the passages, source by source in document order. Chunks of a source overlap: each span is read
 *  once, with the best passage that holds it. Headings, questions, rules and markup are no sentences: who asks wants no
 *  question back. */
export function readSentences(passages: readonly Passage[]): Sentence[] {
  const bySource = Map.groupBy(passages, ({ sourceId }) => sourceId);
  return [...bySource.values()].flatMap((ofSource) => {
    const read: Sentence[] = [];
    for (const passage of ofSource.toSorted((a, b) => b.score - a.score)) {
      // Chunks can cut a very long sentence differently: what overlaps counts as the same.
      const known = read.slice();
      read.push(
        ...sentencesOf(passage).filter((sentence) => !known.some((other) => overlap(sentence, other))),
      );
    }
    return linkNeighbours(read.sort((a, b) => a.start - b.start));
  });
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Characters between two sentences that follow each other: room for blank lines and a heading. */
const LARGEST_GAP = 120;

function linkNeighbours(sentences: Sentence[]): Sentence[] {
  for (const [index, sentence] of sentences.entries()) {
    const before = sentences[index - 1];
    if (before && sentence.start - before.end <= LARGEST_GAP) sentence.previous = before;
  }
  return sentences;
}

function sentencesOf(passage: Passage): Sentence[] {
  const { text, start: base, sourceName, heading = '' } = passage;
  const labels = new Set(heading.split(' › '));
  const sentences: Sentence[] = [];
  let context = `${sourceName} ${heading}`;
  let asked = '';
  for (const { start, end, isHeading } of spansOf(text)) {
    const sign = openingSign.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
    const sentence = withoutMarks(text.slice(start + sign, end).replace(/\s+/g, ' '));
    if (!isProse(sentence)) continue;
    if (question.test(sentence)) {
      asked = sentence;
    } else if (isHeading || labels.has(sentence)) {
      context = `${sourceName} ${heading} ${sentence}`;
    } else {
      sentences.push({
        passage,
        start: base + start + sign,
        end: base + end,
        text: sentence,
        context,
        asked,
        previous: undefined,
      });
      asked = '';
    }
  }
  return sentences;
}

/** The bullet of a list item or a quotation, and the fence of code. */
const openingSign = /^(?:[-*+•‣◦–>]\s+|[`~]{3,}[\w-]*\s+)+/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const question = /[?？؟]["'\p{Pf}\p{Pe}*_]*$/u;
const link = /!?\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g;
/** A fence, a definition of a link, a line of HTML or of JSON. */
const markup = /^(?:[`~]{3}\S*|\[[^[\]]+\]:\s.*|<\/?[a-z!][^>]*>.*>|[{[]\s?["{].*)$/i;

/** Whether a reader finds words here: not in links and images alone, such as a badge inside a link. */
function isProse(text: string): boolean {
  if (markup.test(text)) return false;
  const unlinked = linkStart.test(text) ? text.replace(link, '').replace(link, '') : text;
  return letterOrDigit.test(unlinked);
}

const linkStart = /^!?\[/;

/** A row of a table as `cell – cell`, and `**strong**` as strong: a reply is plain text. */
function withoutMarks(text: string): string {
  const row = text.startsWith('|')
    ? text.replace(/^\|\s*|(?<!\s)\s*\|$/g, '').replace(/ ?\| ?/g, ' – ')
    : text;
  return row.replaceAll('**', '');
}

const headingLine = /^[ \t]*#{1,6}[ \t].*$/gm;

/** The sentences and the Markdown headings of a text, in order. */
function spansOf(text: string): (Span & { isHeading: boolean })[] {
  const spans: (Span & { isHeading: boolean })[] = [];
  const readTo = (end: number): void => {
    const from = spans.at(-1)?.end ?? 0;
    for (const span of splitSentences(text, from, end)) spans.push({ ...span, isHeading: false });
  };
  for (const { index, 0: line } of text.matchAll(headingLine)) {
    readTo(index);
    spans.push({ start: index, end: index + line.length, isHeading: true });
  }
  readTo(text.length);
  return spans;
}
