import { median } from '#ingestion/parse/median.ts';
import { groupByBaseline } from './lines-of-page.ts';
import { widthInLetters } from './script.ts';
import type { Row, Segment } from './text-run.ts';

/** The segments of one line. */
type Line = readonly Segment[];
type Gap = { left: number; right: number };
/** A gap between two columns: lines from..to have text only on either side of it. */
type Gutter = Gap & { from: number; to: number };

/** The minimum width of a gutter, as a multiple of the font size. */
const MIN_GUTTER = 0.9;
/** The maximum depth of nested splits; real pages have fewer. */
const MAX_DEPTH = 24;
/** The most lines on a page and the most gutter candidates; real pages have fewer. Without limits the search would be
 *  quadratic. */
const MAX_LINES = 1_000;
const MAX_CANDIDATES = 200;
const MAX_OPEN = 32;

/** Divides a page into regions in reading order: each column to its end before the next one; text that spans the
 *  columns comes between the text above and below it. Based on the maximal white rectangles of Breuel, "Two geometric
 *  algorithms for layout analysis" (2002), but over lines instead of pixels. size: of the body font, in points. */
export function readingOrder(rows: readonly Row[], size: number): Segment[][] {
  const regions: Segment[][] = [];
  collect(
    rows.map((row) => row.segments),
    size,
    0,
    regions,
  );
  return regions;
}

function collect(lines: readonly Line[], size: number, depth: number, regions: Segment[][]): void {
  const gutter = depth < MAX_DEPTH && lines.length <= MAX_LINES ? findGutter(lines, size) : undefined;
  if (!gutter) {
    if (lines.length > 0) regions.push(lines.flat());
    return;
  }
  const band = lines.slice(gutter.from, gutter.to + 1).flat();
  const [left, right] = sidesOf(band, gutter);
  collect(lines.slice(0, gutter.from), size, depth + 1, regions);
  collect(groupByBaseline(left), size, depth + 1, regions);
  collect(groupByBaseline(right), size, depth + 1, regions);
  collect(lines.slice(gutter.to + 1), size, depth + 1, regions);
}

const sidesOf = (segments: readonly Segment[], gutter: Gap): [Segment[], Segment[]] => {
  const middle = (gutter.left + gutter.right) / 2;
  return [segments.filter(({ right }) => right <= middle), segments.filter(({ right }) => right > middle)];
};

/** The gutter with the most lines between the first and the last line that both sides have. Ties go to the gutter with
 *  the fewest surrounding lines, because those may span the whole width. A gap that continues over several lines
 *  narrows to the part that is white in all of them. */
function findGutter(lines: readonly Line[], size: number): Gutter | undefined {
  const minimum = MIN_GUTTER * size;
  let best: { gutter: Gutter; shared: number; all: number } | undefined;
  let candidates = 0;
  const consider = (gutter: Gutter): void => {
    const all = gutter.to - gutter.from + 1;
    if (all < 2 || all < (best?.shared ?? 0) || candidates >= MAX_CANDIDATES) return;
    candidates += 1;
    const shared = sharedLines(lines, gutter);
    if (best && (shared < best.shared || (shared === best.shared && all >= best.all))) return;
    if (isBetweenColumns(lines, gutter)) best = { gutter, shared, all };
  };
  let open: Gutter[] = [];
  for (const [index, line] of lines.entries()) {
    const gaps = gapsOf(line, minimum);
    const next = new Map<string, Gutter>();
    for (const gutter of open) {
      let isKept = false;
      for (const gap of gaps) {
        const left = Math.max(gap.left, gutter.left);
        const right = Math.min(gap.right, gutter.right);
        if (right - left < minimum) continue;
        isKept ||= left === gutter.left && right === gutter.right;
        keepLongest(next, { left, right, from: gutter.from, to: index });
      }
      if (!isKept) consider(gutter);
    }
    for (const gap of gaps) keepLongest(next, { ...gap, from: index, to: index });
    // Keep the gutters that began first, which are the longest. A page has only a few; the others are noise.
    open = [...next.values()].toSorted((a, b) => a.from - b.from).slice(0, MAX_OPEN);
  }
  for (const gutter of open) consider(gutter);
  return best?.gutter;
}

/** The number of lines from the first to the last one that both sides of a gutter have. */
function sharedLines(lines: readonly Line[], gutter: Gutter): number {
  const middle = (gutter.left + gutter.right) / 2;
  const [firsts, lasts] = [
    [-1, -1],
    [-1, -1],
  ];
  for (let index = gutter.from; index <= gutter.to; index += 1) {
    for (const { right } of lines[index] ?? []) {
      const side = right <= middle ? 0 : 1;
      if (firsts[side] === -1) firsts[side] = index;
      lasts[side] = index;
    }
  }
  return Math.min(...lasts) - Math.max(...firsts) + 1;
}

function keepLongest(gutters: Map<string, Gutter>, gutter: Gutter): void {
  const key = `${Math.round(gutter.left)} ${Math.round(gutter.right)}`;
  const known = gutters.get(key);
  if (!known || gutter.from < known.from) gutters.set(key, gutter);
}

/** The gaps of a line: before, between and after its segments. */
function gapsOf(line: Line, minimum: number): Gap[] {
  const gaps: Gap[] = [];
  let left = Number.NEGATIVE_INFINITY;
  for (const segment of line.toSorted((a, b) => a.x - b.x)) {
    if (segment.x - left >= minimum) gaps.push({ left, right: segment.x });
    left = Math.max(left, segment.right);
  }
  return [...gaps, { left, right: Number.POSITIVE_INFINITY }].slice(0, MAX_OPEN);
}

/** True if both sides of a gap are running text, or if one is, beside a table. Table cells are short and aligned in
 *  rows. */
function isBetweenColumns(lines: readonly Line[], gutter: Gutter): boolean {
  if (!Number.isFinite(gutter.left) || !Number.isFinite(gutter.right)) return false;
  const band = lines.slice(gutter.from, gutter.to + 1);
  const sides = sidesOf(band.flat(), gutter).map((segments) => groupByBaseline(segments));
  if (isBesideProse(sides)) return true;
  if (isWideTable(band, gutter)) return false;
  const counts = sides.map((side) => side.length);
  const fewest = Math.min(...counts);
  const letters = sides.map((side) =>
    median(side.map((line) => line.reduce((total, { text }) => total + widthInLetters(text), 0))),
  );
  const shortest = Math.min(...letters);
  if (fewest < 2 || shortest < 4) return false;
  if (shortest >= LONG_LINE) return true;
  if (fewest < 4) return false;
  if (shortest >= LONG_CELL) return true;
  const shared = band.filter((line) => sidesOf(line, gutter).every((side) => side.length > 0));
  return shared.length < fewest / 2;
}

/** True if the lines are rows on one baseline, of many short cells or of numbers. */
function isWideTable(band: readonly Line[], gutter: Gutter): boolean {
  const shared = band.filter((line) => sidesOf(line, gutter).every((side) => side.length > 0));
  if (shared.length < 2 || shared.length < 0.6 * band.length) return false;
  if (shared.filter(isOnOneBaseline).length < 0.8 * shared.length) return false;
  const sides = sidesOf(shared.flat(), gutter);
  if (sides.some(isOfNumbers)) return true;
  if (median(shared.map((line) => line.length)) < 3) return false;
  return median(shared.flat().map(({ text }) => widthInLetters(text))) < LONG_CELL;
}

/** True if a third of the characters are digits. */
function isOfNumbers(segments: readonly Segment[]): boolean {
  let [digits, all] = [0, 0];
  for (const { text } of segments) {
    digits += text.match(/\p{Nd}/gu)?.length ?? 0;
    all += text.match(/\S/g)?.length ?? 0;
  }
  return digits * 3 > all;
}

/** The letters of a line in a narrow column of running text. */
const LONG_CELL = 18;
/** The letters of a line in a column of running text. */
const LONG_LINE = 28;

const isOnOneBaseline = (line: Line): boolean => {
  const baselines = line.map(({ baseline }) => baseline);
  const size = line[0]?.size ?? 1;
  return Math.max(...baselines.slice(0, MAX_OPEN)) - Math.min(...baselines.slice(0, MAX_OPEN)) < 0.15 * size;
};

/** True if one side is running text and the other a table, whose lines are next to each other only by chance. */
function isBesideProse(sides: readonly (readonly Line[])[]): boolean {
  const [left = [], right = []] = sides;
  const isTable = (side: readonly Line[]): boolean =>
    side.length >= 3 && side.filter((line) => line.length >= 2).length >= 0.6 * side.length;
  return (isProse(left) && isTable(right)) || (isProse(right) && isTable(left));
}

/** True if most lines are long, without gaps, and go on in the next line. */
function isProse(side: readonly Line[]): boolean {
  const whole = side.filter((line) => line.length === 1);
  if (side.length < 4 || whole.length < 0.8 * side.length) return false;
  if (median(whole.map(([segment]) => widthInLetters(segment?.text ?? ''))) < LONG_LINE) return false;
  const going = whole.filter(([segment]) => /^(?:\p{Ll}|\p{Lo})/u.test(segment?.text ?? ''));
  return going.length >= 0.4 * whole.length;
}
