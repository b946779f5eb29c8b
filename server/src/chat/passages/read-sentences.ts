import { detectLanguage, type Language } from '#text/language.ts';
import { type Span, splitSentences } from '#text/sentences.ts';
import type { Passage } from './passage.ts';

/** A sentence of a source. */
export type Sentence = {
  /** The best passage that contains it. */
  passage: Passage;
  /** Offsets into the source's extracted text. */
  start: number;
  end: number;
  /** Verbatim, but with white space collapsed and without bullets, emphasis marks and table rules. */
  text: string;
  /** Its context: the name of its source and the headings above it. */
  context: string;
  /** The question or heading that it answers, as in an FAQ. */
  asked: string;
};

/** Enough of a passage to detect its language. */
const LANGUAGE_SAMPLE_CHARACTERS = 400;

/** The language of passages: that of the first one. */
export const languageOfPassages = ([first]: readonly Passage[]): Language =>
  detectLanguage(first?.text.slice(0, LANGUAGE_SAMPLE_CHARACTERS) ?? '');

/** The sentences of the passages, by source, in document order. Chunks of a source overlap: each span is read once,
 *  with its best passage.
 *  read: the sentences of one passage, in order. */
export function readSentences<Read extends Span>(
  passages: readonly Passage[],
  read: (passage: Passage) => Read[],
): Read[] {
  const bySource = Map.groupBy(passages, ({ sourceId }) => sourceId);
  return [...bySource.values()].flatMap((ofSource) => {
    if (ofSource.length === 1) return ofSource.flatMap(read);
    const sentences: Read[] = [];
    for (const passage of ofSource.toSorted((a, b) => b.score - a.score)) {
      // Chunks can cut a very long sentence differently: overlapping sentences count as the same.
      const known = sentences.slice();
      sentences.push(...read(passage).filter((sentence) => !known.some((other) => overlap(sentence, other))));
    }
    return sentences.sort((a, b) => a.start - b.start);
  });
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** The sentences of a passage. Headings, questions, rules and markup are not sentences. */
export function sentencesOf(passage: Passage): Sentence[] {
  const { text, start: base, sourceName, heading = '' } = passage;
  const labels = new Set(heading.split(' › '));
  const sentences: Sentence[] = [];
  let context = `${sourceName} ${heading}`;
  let asked = '';
  for (const { start, end, isHeading } of spansOf(text)) {
    const sign = openingSign.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
    const sentence = withoutMarks(collapsed(text.slice(start + sign, end)));
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
      });
      asked = '';
    }
  }
  return sentences;
}

/** White space as single spaces. Most sentences have no other: they stay parts of their text, which takes no memory. */
const collapsed = (text: string): string => (wideSpace.test(text) ? text.replace(/\s+/g, ' ') : text);
const wideSpace = /\s\s|[^\S ]/;

/** The bullet of a list item or quotation, or a code fence. */
const openingSign = /^(?:[-*+•‣◦–>]\s+|[`~]{3,}[\w-]*\s+)+/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const question = /[?？؟]["'\p{Pf}\p{Pe}*_]*$/u;
const link = /!?\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g;
/** A code fence, a link definition, a line of HTML or JSON. */
const markup = /^(?:[`~]{3}\S*|\[[^[\]]+\]:\s.*|<\/?[a-z!][^>]*>.*>|[{[]\s?["{].*)$/i;

/** Whether it contains words outside links and images, such as badges. */
function isProse(text: string): boolean {
  if (markup.test(text)) return false;
  const unlinked = linkStart.test(text) ? text.replace(link, '').replace(link, '') : text;
  return letterOrDigit.test(unlinked);
}

const linkStart = /^!?\[/;

/** A table row as `cell – cell`, and `**strong**` as strong: a reply is plain text. */
function withoutMarks(text: string): string {
  const row = text.startsWith('|')
    ? text.replace(/^\|\s*|(?<!\s)\s*\|$/g, '').replace(/ ?\| ?/g, ' – ')
    : text;
  return row.replaceAll('**', '');
}

const headingLine = /^[ \t]*#{1,6}[ \t].*$/gm;

/** The sentences and Markdown headings of a text, in order. */
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
