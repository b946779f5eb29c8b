import {
  fenceSign,
  hashes,
  listSign,
  maxSignLength,
  rule,
  tableRow,
  tableRule,
  underline,
} from './block-signs.ts';
import { looksLikeCode } from './code-lines.ts';
import { type Span, skipSpace, splitSentences, trimEnd } from './sentences.ts';

/** A part of a passage that can be read by itself: the smallest thing worth quoting. */
export type Block = Span & { kind: 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' };

/** The most blocks of one text. */
export const MOST_BLOCKS = 32;

/** A paragraph that is longer is split into its sentences. */
const longParagraph = 400;
/** A shorter sentence stays with the one before it. */
const shortSentence = 32;

/** The blocks of a passage in order, without the white space between them: headings, list items, table rows, code, and
 *  paragraphs, long ones by sentence. Reads the extracted text of any format, where fences and column rules may be
 *  gone: code is then told by its lines, and rows by the bars between their cells. A text with more blocks than
 *  MOST_BLOCKS has its neighbours joined. Linear in the length of any text.
 *  Offsets are in UTF-16 code units of `text`. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const group of groupsOf(text)) {
    if (group.isFenced) blocks.push(spanOf('code', group.lines));
    else if (looksLikeCode(group.lines)) addCode(blocks, spanOf('code', group.lines));
    else readLines(text, blocks, group);
  }
  return joined(blocks);
}

/** A line without the white space around it. sign: its beginning. indent: the white space before it. */
type Line = Span & { sign: string; indent: number };
/** Lines without an empty one between them, or the lines of one fence. */
type Group = { lines: [Line, ...Line[]]; isFenced: boolean; isLast: boolean };

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let open: Group | undefined;
  let fence = '';
  let isFirstFence = true;
  for (let start = 0; start < text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const next = lineBreak < 0 ? text.length : lineBreak + 1;
    const from = skipSpace(text, start, next);
    const end = trimEnd(text, from, next);
    const sign = text.slice(from, Math.min(end, from + maxSignLength));
    const line = { start: from, end, sign, indent: from - start };
    start = next;
    const opened = fence === '' ? (fenceSign.exec(sign)?.[0] ?? '') : '';
    if (opened !== '' && isFirstFence) {
      isFirstFence = false;
      if ((open || groups.length === 0) && endsCutCode(text, sign)) {
        if (open) open.isFenced = true;
        open = undefined;
        continue;
      }
    }
    if (sign === '') {
      if (fence === '') open = undefined;
    } else if (open && opened === '') open.lines.push(line);
    else {
      open = { lines: [line], isFenced: opened !== '', isLast: false };
      groups.push(open);
    }
    if (fence !== '' && sign.startsWith(fence) && !/[^`~]/.test(sign)) {
      fence = '';
      open = undefined;
    } else if (opened !== '') fence = opened;
  }
  const last = groups.at(-1);
  if (last) last.isLast = true;
  return groups;
}

/** Whether the first fence of a text, below a line that isn't empty, ends code whose beginning was cut off. */
function endsCutCode(text: string, sign: string): boolean {
  return !/[^`~]/.test(sign) && (text.match(everyFence) ?? []).length % 2 === 1;
}

const everyFence = /^[ \t]*(?:`{3,}|~{3,})/gm;

/** Empty lines do not end code. */
function addCode(blocks: Block[], code: Block): void {
  const before = blocks.at(-1);
  if (before?.kind === 'code') before.end = code.end;
  else blocks.push(code);
}

const spanOf = (kind: Block['kind'], lines: Group['lines']): Block => ({
  kind,
  start: lines[0].start,
  end: lines.at(-1)?.end ?? lines[0].end,
});

function readLines(text: string, blocks: Block[], { lines, isLast }: Group): void {
  let open: Block | undefined;
  let openLines = 0;
  const close = (): void => {
    if (open?.kind === 'paragraph') blocks.push(...partsOf(text, open));
    else if (open) blocks.push(open);
    open = undefined;
  };
  for (const { sign, ...line } of lines) {
    const kind = kindOf(sign, open?.kind);
    if (open && openLines === 1 && open.kind === 'paragraph' && underline.test(sign)) {
      Object.assign(open, { kind: 'heading', end: line.end });
      close();
    } else if (open && tableRule.test(sign)) Object.assign(open, { kind: 'table-row', end: line.end });
    else if (kind === 'rule') close();
    else if (open && kind === 'paragraph' && (open.kind === 'paragraph' || open.kind === 'list-item')) {
      open.end = line.end;
      openLines += 1;
    } else {
      close();
      open = { kind, start: line.start, end: line.end };
      openLines = 1;
      if (kind === 'paragraph' && lines.length === 1 && !isLast && isTitle(sign)) open.kind = 'heading';
    }
  }
  close();
}

function kindOf(sign: string, before: Block['kind'] | undefined): Exclude<Block['kind'], 'code'> | 'rule' {
  if (hashes.test(sign)) return 'heading';
  if (rule.test(sign)) return 'rule';
  if (listSign.test(sign)) return 'list-item';
  if (tableRow.test(sign) || sign.includes(' | ') || (before === 'table-row' && sign.includes('|')))
    return 'table-row';
  return 'paragraph';
}

const longestTitle = 80;
const mostWordsOfTitle = 12;

/** True for a line by itself, above other text, that ends without punctuation. `Phone: 555 0100` is no title. */
const isTitle = (line: string): boolean =>
  line.length <= longestTitle &&
  /^[\p{L}\p{N}]/u.test(line) &&
  !/[.!?:;,…。！？：；，]["'\p{Pf}\p{Pe}]?$|: /u.test(line) &&
  line.split(/\s+/, mostWordsOfTitle + 1).length <= mostWordsOfTitle;

function partsOf(text: string, paragraph: Block): Block[] {
  if (paragraph.end - paragraph.start <= longParagraph && widthOf(text, paragraph) <= longParagraph)
    return [paragraph];
  const parts: Block[] = [];
  for (const { start, end } of splitSentences(text, paragraph.start, paragraph.end)) {
    const before = parts.at(-1);
    if (before && widthOf(text, { start, end }) < shortSentence) before.end = end;
    else parts.push({ kind: 'paragraph', start, end });
  }
  return parts;
}

/** The length of a range, in letters: a sign of Chinese, Japanese or Korean says as much as three. */
function widthOf(text: string, { start, end }: Span): number {
  let width = 0;
  for (let at = start; at < end; at++) width += isWide(text.charCodeAt(at)) ? 3 : 1;
  return width;
}

const isWide = (unit: number): boolean => unit >= 0x2e80 && unit < 0xd800;

/** Joins neighbours, as many each time, until there are few enough. */
function joined(blocks: readonly Block[]): Block[] {
  const each = Math.ceil(blocks.length / MOST_BLOCKS);
  if (each <= 1) return [...blocks];
  const few: Block[] = [];
  for (let from = 0; from < blocks.length; from += each) {
    const run = blocks.slice(from, from + each);
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) continue;
    const kind = run.every((block) => block.kind === first.kind) ? first.kind : 'paragraph';
    few.push({ kind, start: first.start, end: last.end });
  }
  return few;
}
