import { isEntryOfContents } from './leaders.ts';
import { listSign } from './list-sign.ts';
import type { Row, Segment } from './text-run.ts';

/** A line of running text. text: its joined segments. right: the x position of its end, in points. */
export type Line = {
  text: string;
  segments: readonly Segment[];
  x: number;
  right: number;
  baseline: number;
  size: number;
  isBold: boolean;
  /** True if it has a form field with its label. */
  isField: boolean;
};

/** Lines that belong together. isListItem: the first line starts with a list marker. */
export type Paragraph = { lines: Line[]; isListItem: boolean };

export function toLine({ segments, baseline, size }: Row): Line {
  let [x, right, isBold] = [Number.POSITIVE_INFINITY, 0, true];
  for (const segment of segments) {
    x = Math.min(x, segment.x);
    right = Math.max(right, segment.right);
    isBold &&= segment.isBold;
  }
  const [first] = segments;
  const text =
    first && segments.length === 1 ? first.text : segments.map((segment) => segment.text).join(' ');
  const isField = segments.some((segment) => segment.isField);
  return { text, segments, x, right, baseline, size, isBold, isField };
}

/** Splits the lines of one column into paragraphs: first into blocks by spacing, font size or a wide shift, then within
 *  a block by indents, list markers and lines that end early. */
export function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const leading = leadingOf(lines);
  const edge = {
    left: leftOf(lines),
    right: lines.reduce((most, { right }) => Math.max(most, right), 0),
  };
  const blocks: Line[][] = [];
  for (const line of lines) {
    const before = blocks.at(-1)?.at(-1);
    if (before && !isApart(before, line, leading)) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks.flatMap((block) => splitBlock(block, edge));
}

/** The line spacing within paragraphs, as a multiple of the font size: the lower quartile of all distances. */
function leadingOf(lines: readonly Line[]): number {
  const distances: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before || !isSameSize(before, line)) continue;
    const distance = (line.baseline - before.baseline) / line.size;
    if (distance > 0.7 && distance < 3) distances.push(distance);
  }
  distances.sort((a, b) => a - b);
  const common = distances[Math.floor((distances.length - 1) / 4)] ?? DEFAULT_LEADING;
  // Single lines far apart are paragraphs, unless most lines are that far apart.
  const isWide = distances.filter((distance) => distance <= common * 1.1).length > 0.6 * distances.length;
  return common <= WIDE_LEADING || (isWide && distances.length > 3) ? common : DEFAULT_LEADING;
}

const DEFAULT_LEADING = 1.3;
const WIDE_LEADING = 1.75;

const isSameSize = (a: Line, b: Line): boolean =>
  Math.abs(a.size - b.size) <= 0.08 * Math.max(a.size, b.size);

function isApart(before: Line, line: Line, leading: number): boolean {
  if (!isSameSize(before, line)) return true;
  const distance = (line.baseline - before.baseline) / line.size;
  return distance > leading * 1.28 || distance < 0;
}

/** The most common left edge of the lines. */
function leftOf(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { x } of lines) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1);
  let left = lines[0]?.x ?? 0;
  let most = 0;
  for (const [x, count] of counts) if (count > most) [left, most] = [x, count];
  return left;
}

type Edges = { left: number; right: number };
type Block = Edges & { isHanging: boolean; isJustified: boolean; isCentred: boolean };

function splitBlock(lines: readonly Line[], column: Edges): Paragraph[] {
  const block = shapeOf(lines, column);
  const paragraphs: Paragraph[] = [];
  for (const line of lines) {
    const open = paragraphs.at(-1);
    const sign = signOf(line, open, block);
    if (open && !sign && !begins(line, open, block)) open.lines.push(line);
    else paragraphs.push({ lines: [line], isListItem: sign });
  }
  return paragraphs;
}

function shapeOf(lines: readonly Line[], column: Edges): Block {
  const em = lines[0]?.size ?? 1;
  const lefts = lines.map(({ x }) => x);
  const rights = lines.map(({ right }) => right);
  const left = lefts.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const furthest = rights.reduce((most, x) => Math.max(most, x), 0);
  const common = leftOf(lines);
  const centres = lines.map(({ x, right }) => (x + right) / 2);
  const isCentred =
    lines.length > 1 &&
    centres.every((centre) => Math.abs(centre - (centres[0] ?? 0)) < 0.6 * em) &&
    lefts.some((x) => Math.abs(x - (lefts[0] ?? 0)) > em);
  const isAtEdge = Math.abs(left - column.left) < em;
  const full = rights.filter((right) => furthest - right < 0.5 * em);
  return {
    left,
    right: isAtEdge ? Math.max(furthest, column.right) : furthest,
    isHanging: common > left + 0.6 * em,
    isJustified: lines.length > 3 && full.length > lines.length * 0.6,
    isCentred,
  };
}

/** True if a line starts a list item. A number in running text can land at the start of a line, so a marker counts only
 *  at the start of a block, after another item, or set off from the line before. */
function signOf(line: Line, open: Paragraph | undefined, block: Block): boolean {
  const sign = listSign(line.text);
  if (!sign) return false;
  if (!open || open.isListItem) return true;
  const before = open.lines.at(-1);
  if (!before) return true;
  if (sign.kind === 'bullet')
    return !/^[-–—*]/.test(line.text) || endsSentence(before.text) || before.x < line.x - 2;
  return (
    endsSentence(before.text) &&
    (Math.abs(before.x - line.x) > 0.5 * line.size || isShort(before, line, block))
  );
}

const endsSentence = (text: string): boolean => /[.!?:;…。！？：；]["'”’»)\]）」』]?$/u.test(text);

/** True if a line without a list marker starts a paragraph. */
function begins(line: Line, { lines, isListItem }: Paragraph, block: Block): boolean {
  const before = lines.at(-1);
  const first = lines[0];
  if (!before || !first) return true;
  if (isEntryOfContents(before.text) || line.isField || before.isField) return true;
  const em = line.size;
  const startsSmall = /^\p{Ll}/u.test(line.text);
  if (block.isCentred || /[\p{L}\d][-\u2010\u00ad]$|[,(–—]$/u.test(before.text)) return false;
  if (isListItem && !startsSmall && before !== first && line.x < before.x - 0.5 * em) return true;
  if (line.isBold !== before.isBold && !startsSmall)
    if (isShort(before, line, block) || (line.isBold && endsSentence(before.text))) return true;
  const shift = line.x - before.x;
  if (block.isHanging && !isListItem) {
    if (shift < -0.6 * em && line.x < block.left + 0.6 * em && before !== first) return true;
  } else if (!isListItem && shift > 0.6 * em && shift < 8 * em && before.x < block.left + 0.6 * em)
    return !startsSmall || endsSentence(before.text);
  if (!isShort(before, line, block)) return false;
  const room = (block.right - before.right) / (block.right - before.x);
  return startsSmall ? room > 0.55 : endsSentence(before.text) || room > 0.35;
}

/** True if a line ends early although the first word of the next line would fit, so the break is deliberate. */
function isShort(line: Line, next: Line, { right, isJustified }: Block): boolean {
  const room = right - line.right;
  if (isJustified) return room > 0.8 * line.size;
  const word = next.text.indexOf(' ');
  const share = (word < 0 ? next.text.length : word) / next.text.length;
  return room > (next.right - next.x) * share + 0.6 * line.size;
}
