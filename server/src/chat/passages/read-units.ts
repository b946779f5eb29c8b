import { tableRule } from '#text/block-signs.ts';
import { type Block, blocksOf } from '#text/blocks.ts';
import { type Span, skipSpace, splitSentences } from '#text/sentences.ts';
import { stripInvisible } from '#text/strip-invisible.ts';
import type { Passage } from './passage.ts';

/** The smallest thing that a reply quotes: a paragraph or some of its sentences, a list item, a table row, or a block of
 *  code. */
export type Unit = {
  /** The best passage that contains it. */
  passage: Passage;
  kind: 'text' | 'list-item' | 'table-row' | 'code';
  /** Offsets into the source's extracted text. */
  start: number;
  end: number;
  /** For comparing words: white space collapsed, without bullets, emphasis marks and markup of site generators. */
  text: string;
  /** Its context: the name of its source and the headings above it. */
  context: string;
  /** The question that it answers, as in an FAQ. */
  asked: string;
  /** The line that introduces it: one that ends with a colon, or the sentence before code. */
  lead: Lead | undefined;
  /** The unit before it in the source, if that was found too. */
  previous: Unit | undefined;
  /** How near its block is to the question by the deep model, otherwise how near the passage is. */
  closeness: number;
};

/** closeness: see Unit. */
export type Lead = { start: number; end: number; text: string; closeness: number };

/** The units of the passages, by source, in document order. Chunks of a source overlap: each span is read once, with its
 *  best passage. Headings, questions, rules and markup are not units.
 *  bySentence: short paragraphs are split too. */
export function readUnits(passages: readonly Passage[], { bySentence = false } = {}): Unit[] {
  const bySource = Map.groupBy(passages, ({ sourceId }) => sourceId);
  return [...bySource.values()].flatMap((ofSource) => {
    const read: Unit[] = [];
    const columnsOf = columnsAbove(ofSource);
    for (const passage of ofSource.toSorted((a, b) => b.score - a.score)) {
      // Chunks can cut a block differently: overlapping units count as the same.
      const known = read.slice();
      read.push(
        ...unitsOf(passage, bySentence, columnsOf.get(passage)).filter(
          (unit) => !known.some((other) => unit.start < other.end && other.start < unit.end),
        ),
      );
    }
    return linkNeighbours(read.sort((a, b) => a.start - b.start));
  });
}

/** Characters between two consecutive units: room for blank lines and a heading. */
const LARGEST_GAP = 120;

function linkNeighbours(units: Unit[]): Unit[] {
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before && unit.start - before.end <= LARGEST_GAP) unit.previous = before;
  }
  return units;
}

/** Where a passage begins within a table: the names of its columns, if the passage above it was found too. */
function columnsAbove(passages: readonly Passage[]): Map<Passage, string[] | undefined> {
  const found = new Map<Passage, string[] | undefined>();
  let end = 0;
  let columns: string[] | undefined;
  for (const passage of passages.toSorted((a, b) => a.start - b.start)) {
    if (passage.start - end > BLANK_LINE) columns = undefined;
    found.set(passage, columns);
    if (passage.text.includes('|'))
      for (const block of blocksOf(passage.text)) columns = columnsBelow(passage.text, block, columns);
    else columns = undefined;
    end = passage.start + passage.text.length;
  }
  return found;
}

/** The names of the columns of the row below a block. */
function columnsBelow(text: string, { kind, start, end }: Block, columns: string[] | undefined) {
  if (kind !== 'table-row') return undefined;
  const raw = text.slice(start, end);
  return hasRule(raw) ? cellsOf(raw.slice(0, raw.indexOf('\n'))) : columns;
}

function unitsOf(passage: Passage, bySentence: boolean, columnsOfFirst: string[] | undefined): Unit[] {
  const { text, start: base, sourceName, heading = '' } = passage;
  const labels = new Set(heading.split(' › '));
  const units: Unit[] = [];
  let context = `${sourceName} ${heading}`;
  let asked = '';
  let lead: Lead | undefined;
  let kindOfLead: Unit['kind'] | undefined;
  let columns = columnsOfFirst;
  for (const block of blocksOf(text)) {
    const closeness = passage.blockCloseness?.get(block.start) ?? passage.closeness;
    const raw = text.slice(block.start, block.end);
    columns = columnsBelow(text, block, columns);
    if (block.kind === 'table-row' && hasRule(raw)) continue;
    const words = plainText(raw, block.kind);
    // Template markup looks like code.
    if (!hasWords.test(block.kind === 'code' ? raw.replace(generator, '') : words)) continue;
    if (block.kind === 'heading' || labels.has(words)) {
      if (question.test(words)) asked = words;
      context = `${sourceName} ${heading} ${words}`;
      lead = undefined;
      continue;
    }
    if (question.test(words) && words.length <= LONGEST_QUESTION) {
      asked = words;
      lead = undefined;
      continue;
    }
    const kind: Unit['kind'] = block.kind === 'paragraph' ? 'text' : block.kind;
    const unit = { passage, kind, context, asked, previous: undefined, closeness };
    if (kind === 'text' && colon.test(words)) {
      const introduction = introductionIn(text, block, base, units.at(-1));
      lead = { ...introduction.lead, closeness };
      kindOfLead = undefined;
      // The sentences before the one that introduces say something by themselves.
      if (introduction.before) units.push({ ...unit, ...introduction.before, lead: undefined });
      continue;
    }
    if (kind === 'text') lead = undefined;
    // What a colon introduces is of one kind.
    if (lead && kindOfLead !== undefined && kindOfLead !== kind) lead = undefined;
    if (lead) kindOfLead = kind;
    if (kind === 'text') {
      for (const { start, end } of sentencesOf(text, block, bySentence)) {
        const said = plainText(text.slice(start, end), 'paragraph');
        // What a colon introduces is not in this paragraph, and half a sentence is no answer.
        if (hasWords.test(said) && !colon.test(said))
          units.push({ ...unit, start: base + start, end: base + end, text: said, lead: undefined });
      }
    } else {
      const introduced = lead ?? (kind === 'code' ? leadOfCode(units.at(-1)) : undefined);
      for (const { start, end } of itemsOf(text, block)) {
        const item = text.slice(start, end);
        const said = plainText(kind === 'table-row' ? withNames(item, columns) : item, block.kind);
        // What an item introduces is not in it.
        if (hasWords.test(said) && !(kind === 'list-item' && colon.test(said)))
          units.push({
            ...unit,
            start: base + start + signOf(item, kind),
            end: base + end,
            text: said,
            lead: introduced,
          });
      }
    }
    if (kind === 'text') asked = '';
    if (kind === 'code') lead = undefined;
  }
  return units;
}

/** The items or rows of a block: where a text has more than blocksOf keeps apart, several stand in one. */
function itemsOf(text: string, { kind, start, end }: Block): Span[] {
  const next = kind === 'list-item' ? nextItem : kind === 'table-row' ? nextRow : undefined;
  const starts = [start];
  if (next)
    for (const { index, 0: gap } of text.slice(start, end).matchAll(next))
      starts.push(start + index + gap.length);
  return starts.map((from, index) => ({
    start: from,
    end: text.slice(0, starts[index + 1] ?? end).trimEnd().length,
  }));
}

/** Whether a row is the head of a table in Markdown, with the line below it. */
const hasRule = (raw: string): boolean =>
  raw.includes('\n') && tableRule.test(raw.slice(raw.indexOf('\n') + 1).trim());

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** A row of Markdown as the parsers write those of other formats, so that it says what its cells are. */
function withNames(row: string, columns: readonly string[] | undefined): string {
  if (!columns) return row;
  const cells = cellsOf(row).map((cell, column) => {
    const name = columns[column] ?? '';
    return cell === '' || name === '' ? cell : `${name}: ${cell}`;
  });
  return cells.filter((cell) => cell !== '').join(' | ');
}

const nextItem = /\n[ \t]*(?=(?:[-*+•‣◦–]|\d{1,3}[.)])[ \t])/g;
const nextRow = /\n[ \t]*(?=\S)/g;

type Said = Span & { text: string };

/** What a paragraph that ends with a colon introduces with, and what it says before. `For example:` says nothing by
 *  itself: the sentence before it introduces too.
 *  base: where the text begins in its source. previous: the unit before. */
function introductionIn(
  text: string,
  paragraph: Span,
  base: number,
  previous: Unit | undefined,
): { lead: Said; before: Said | undefined } {
  const said = (start: number, end: number): Said => ({
    start: base + start,
    end: base + end,
    text: plainText(text.slice(start, end), 'paragraph'),
  });
  const sentences = splitSentences(text, paragraph.start, paragraph.end);
  const last = sentences.at(-1) ?? paragraph;
  const rest = sentences.slice(0, -1);
  const [first, end] = [rest[0], rest.at(-1)];
  const before = first && end && said(first.start, end.end);
  let start = last.start;
  if (widthOf(text.slice(last.start, last.end)) < SHORT_LEAD) {
    if (end) start = end.start;
    else if (previous?.kind === 'text' && base + start - previous.end <= BLANK_LINE)
      start = splitSentences(text, previous.start - base, previous.end - base).at(-1)?.start ?? start;
  }
  return { lead: said(Math.max(0, start), last.end), before };
}

const SHORT_LEAD = 24;
/** Characters between two paragraphs. */
const BLANK_LINE = 3;

/** The sentences of a paragraph: a short one is quoted as a whole. What has few words belongs to the sentence before it. */
function sentencesOf(text: string, paragraph: Span, bySentence: boolean): Span[] {
  if (!bySentence && widthOf(text.slice(paragraph.start, paragraph.end)) <= SHORT_PARAGRAPH)
    return [paragraph];
  const sentences: Span[] = [];
  const read = splitSentences(text, paragraph.start, paragraph.end);
  for (const { start, end } of bySentence ? read.flatMap((span) => partsOf(text, span)) : read) {
    const before = sentences.at(-1);
    if (before && widthOf(text.slice(start, end)) < SHORT_SENTENCE) before.end = end;
    else sentences.push({ start, end });
  }
  return sentences;
}

/** What has no full stop for very long is cut into parts: at a new line or behind a semicolon, or else behind a comma or a
 *  space. */
function partsOf(text: string, sentence: Span): Span[] {
  const parts: Span[] = [];
  let { start } = sentence;
  while (sentence.end - start > LONGEST_SENTENCE) {
    const near = text.slice(start, start + LONGEST_PART);
    const cut = ENDS_OF_PARTS.map((signs) => lastOf(signs, near) + 1).find((end) => end > SHORTEST_PART);
    if (cut === undefined) break;
    parts.push({ start, end: start + near.slice(0, cut).trimEnd().length });
    start = skipSpace(text, start + cut, sentence.end);
  }
  return [...parts, { start, end: sentence.end }];
}

const ENDS_OF_PARTS = [['\n'], [';', '；'], [',', '，', '、'], [' ']];
const lastOf = (signs: readonly string[], text: string): number =>
  Math.max(...signs.map((sign) => text.lastIndexOf(sign)));
const LONGEST_SENTENCE = 600;
const LONGEST_PART = 300;
const SHORTEST_PART = 80;

const SHORT_SENTENCE = 16;
const SHORT_PARAGRAPH = 300;

/** In letters: a sign of Chinese, Japanese or Korean says as much as three. */
const widthOf = (text: string): number => text.length + 2 * (text.match(/[\u2e80-\ud7ff]/g)?.length ?? 0);

const LONGEST_QUESTION = 200;
const colon = /[:：]["'*_]*$/;
const question = /[?？؟]["'\p{Pf}\p{Pe}*_]*$/u;
const hasWords = /[\p{L}\p{N}]/u;

/** The last sentence of the paragraph before code. */
function leadOfCode(before: Unit | undefined): Lead | undefined {
  if (before?.kind !== 'text') return undefined;
  const own = before.passage.text.slice(
    before.start - before.passage.start,
    before.end - before.passage.start,
  );
  const last = splitSentences(own).at(-1);
  if (!last) return undefined;
  const text = plainText(own.slice(last.start, last.end), 'paragraph');
  return {
    start: before.start + last.start,
    end: before.start + last.end,
    text,
    closeness: before.closeness,
  };
}

/** The length of the bullet of a list item or quotation. */
const signOf = (raw: string, kind: Unit['kind']): number =>
  kind === 'code' || kind === 'table-row' ? 0 : (bullet.exec(raw.slice(0, 40))?.[0].length ?? 0);

const bullet = /^(?:[-*+•‣◦–>]\s+)*(?:\d{1,3}[.)]\s+)?/;

/** Markup of site generators, which says nothing to a reader: `!!! note`, `{% page %}`, `:::tip`, `=== "Tab"`. */
// Backtracks: a block is at most a few thousand characters.
const generator =
  /^[ \t]*(?:[!?]{3}\+?[ \t].*|===[ \t]+".*"|:{3,}.*|\{[%{<].*[%}>]\}[ \t]*)$|\{\{?[%<].{0,500}?[%>]\}?\}|\{:[^{}\n]*\}|\{#[\w-]+\}/gm;
const link =
  /!\[[^[\]]*\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])|\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])/g;
const definition = /^\[[^[\]]+\]:\s.*$/gm;
const tag =
  /<!--[\s\S]{0,2000}?-->|<\/?(?:a|b|br|code|details|div|em|figure|h[1-6]|hr|i|img|kbd|li|ol|p|pre|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]{0,500})?\/?>/gi;

/** A block for a reader: without markup of site generators, links as their words. */
function readable(raw: string, kind: Block['kind']): string {
  if (kind === 'code') return raw;
  const withoutImages = raw.replace(generator, '').replace(definition, '').replace(link, '$1');
  // Of a link around an image, the link is left.
  return withoutImages
    .replace(link, '$1')
    .replace(tag, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

export function plainText(raw: string, kind: Block['kind']): string {
  const text = readable(raw, kind).replace(bullet, '');
  return stripInvisible(text.replaceAll('**', '').replace(/\s+/g, ' ')).trim();
}
