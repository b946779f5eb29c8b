import type { Block, ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { estimateWords } from '#text/estimate-words.ts';
import { type Span, skipSpace, splitSentences, trimEnd } from '#text/sentences.ts';

/** The smallest part of a chunk, never cut: a heading, a sentence, a table row, a line of code, or a piece of one that
 *  was too long. */
export type Unit = Span & {
  /** In words, as counted by `estimateWords`. */
  weight: number;
  block: Block;
  /** True for the last unit of a block, the best place to end a chunk. */
  endsBlock: boolean;
};

/** The maximum weight of a unit: a full chunk. */
export const maxUnitWeight = 180;

type Size = { weight: number; length: number };
const maxUnit: Size = { weight: maxUnitWeight, length: 1_600 };
/** Longer units are cut into pieces of a third of a chunk, so that chunks still fill evenly. */
const piece: Size = { weight: 60, length: 500 };

/** The units of a document in order. Together they contain all its text except white space. */
export function unitsOf({ text, blocks }: ParsedDocument): Unit[] {
  const all: Block[] = blocks.length > 0 ? blocks : [{ kind: 'paragraph', start: 0, end: text.length }];
  const units: Unit[] = [];
  for (const block of all) {
    const before = units.length;
    const above = units.at(-1);
    for (const span of spansOf(text, block)) cutLong(text, span, block, units);
    const last = units.at(-1);
    if (!last || units.length === before) continue;
    last.endsBlock = true;
    const next = units[before];
    if (above && next && goesOnOverPage(text, above, next)) joinUnits(text, above, units, before);
  }
  return units;
}

/** True for a sentence that a page break divides: it is open at the foot of a page, and goes on in lower case. */
function goesOnOverPage(text: string, above: Unit, next: Unit): boolean {
  const [page, nextPage] = [above.block.page, next.block.page];
  if (page === undefined || nextPage !== page + 1) return false;
  if (above.block.kind !== 'paragraph' || next.block.kind !== 'paragraph') return false;
  return (
    opensSmall.test(text.slice(next.start, next.start + 2)) &&
    !isClosed.test(text.slice(above.end - 3, above.end))
  );
}

const opensSmall = /^\p{Ll}/u;
const isClosed = /[.!?…:;。！？]["'\p{Pf}\p{Pe}]{0,2}$/u;

/** Makes one unit of the two, which begins on the first page; if it would be too long, the first only does not end there. */
function joinUnits(text: string, above: Unit, units: Unit[], at: number): void {
  const next = units[at];
  if (!next) return;
  above.endsBlock = false;
  const weight = estimateWords(text, above.start, next.end);
  if (weight > maxUnit.weight || next.end - above.start > maxUnit.length) return;
  above.end = next.end;
  above.weight = weight;
  above.endsBlock = next.endsBlock;
  units.splice(at, 1);
}

function spansOf(text: string, { kind, start, end }: Block): Span[] {
  if (kind === 'paragraph' || kind === 'list-item') return splitSentences(text, start, end);
  if (kind === 'code') return linesOf(text, start, end);
  const from = skipSpace(text, start, end);
  const to = trimEnd(text, from, end);
  return to > from ? [{ start: from, end: to }] : [];
}

function linesOf(text: string, start: number, end: number): Span[] {
  const lines: Span[] = [];
  for (let from = skipSpace(text, start, end); from < end; ) {
    const lineBreak = text.indexOf('\n', from);
    const lineEnd = lineBreak < 0 ? end : Math.min(lineBreak, end);
    lines.push({ start: from, end: trimEnd(text, from, lineEnd) });
    from = skipSpace(text, lineEnd, end);
  }
  return lines;
}

/** Adds a span as one unit, or as several if it is too long. Cuts a table row at the end of a sentence or a cell,
 *  and other text at white space or a comma, or else between any two
 *  characters. */
function cutLong(text: string, span: Span, block: Block, units: Unit[]): void {
  const add = (start: number, end: number) => {
    units.push({ start, end, weight: estimateWords(text, start, end), block, endsBlock: false });
  };
  let start = span.start;
  if (reach(text, start, span.end, maxUnit) < span.end) {
    for (let limit = start; limit < span.end; ) {
      limit = reach(text, start, span.end, piece);
      const cut = limit < span.end ? cutBefore(text, start, limit, block) : span.end;
      add(start, trimEnd(text, start, cut));
      start = skipSpace(text, cut, span.end);
    }
  }
  if (start < span.end) add(start, span.end);
}

/** The end of the longest piece of this size from `start`, at most `end`. */
function reach(text: string, start: number, end: number, size: Size): number {
  const step = 16;
  const farthest = Math.min(end, start + size.length);
  let weight = 0;
  for (let at = start; at < farthest; at += step) {
    weight += estimateWords(text, at, Math.min(at + step, farthest));
    if (weight > size.weight) return Math.max(at, start + 1);
  }
  return farthest;
}

function cutBefore(text: string, start: number, limit: number, { kind }: Block): number {
  const half = start + ((limit - start) >> 1);
  if (kind === 'table-row')
    for (let at = limit; at > half; at -= 1) if (endsCellText.test(text.slice(at - 2, at))) return at;
  for (let at = limit; at > half; at -= 1) if (spaceOrComma.test(text[at - 1] ?? '')) return at;
  // Some combining sequences and joined emoji are endless. After 32 steps, keep only surrogate pairs whole.
  for (let at = limit; at > Math.max(start + 1, limit - 32); at -= 1)
    if (isBetweenCharacters(text, at)) return at;
  return isLowSurrogate(text, limit) && limit - 1 > start ? limit - 1 : limit;
}

/** The end of a sentence in a cell, or of the cell. */
const endsCellText = /^(?:[.!?|]\s|.[。！？])$/;
const spaceOrComma = /[\s,;、，；]/;
const continues = /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u;

function isBetweenCharacters(text: string, at: number): boolean {
  if (isLowSurrogate(text, at) || text[at - 1] === '\u200d') return false;
  return !continues.test(text.slice(at, at + 2));
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
