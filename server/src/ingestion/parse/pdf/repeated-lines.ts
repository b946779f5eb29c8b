import type { PageOfPlaces } from '#text/places/place.ts';
import type { Row, Turn } from './text-run.ts';

/** The text of a page in one direction. isMain: the direction of most of the page. */
export type PageRows = {
  page: number;
  width: number;
  height: number;
  rows: Row[];
  isMain: boolean;
  turn: Turn;
  /** The page as it is displayed. */
  view: Omit<PageOfPlaces, 'page'>;
};

type Line = { row: Row; page: number; text: string; numbers: number[] };

/** Headers and footers lie within this share of the page height from an edge, and within this many rows of it. */
const ZONE = 0.15;
const ZONE_ROWS = 4;

/** Finds the rows that are running headers, footers and page numbers. Rows match if they differ only in their numbers,
 *  or if they begin or end with their page number. A match counts if it is at the same height on at least three pages,
 *  and on half of all, of the odd or of the even pages from its first page to its last. A row stays in the text if it
 *  has a number that is neither constant nor grows with the page (an amount), or if it is larger than the body and the
 *  rows are not identical. bodySize: points. */
export function repeatedLines(parts: readonly PageRows[], bodySize: number): Set<Row> {
  const groups = new Map<string, Line[]>();
  for (const part of parts) {
    for (const { row, edge, distance } of rowsOfZones(part)) {
      if (row.segments.some((segment) => segment.isField)) continue;
      const text = row.segments.map((segment) => segment.text).join(' ');
      const line = { row, page: part.page, text, numbers: numbersOf(text) };
      const place = `${edge} ${Math.round(distance / 6)}`;
      addTo(groups, `${place} ${shapeOf(text)}`, line);
      // The page number identifies a running header whose text changes with the chapter.
      for (const number of new Set(outerNumbers(text)))
        addTo(groups, `${place}\t${number - part.page}`, line);
    }
  }
  const repeated = new Set<Row>();
  for (const [key, lines] of groups)
    if (isRunning(lines, bodySize, key.includes('\t'))) for (const { row } of lines) repeated.add(row);
  return repeated;
}

function addTo(groups: Map<string, Line[]>, key: string, line: Line): void {
  const group = groups.get(key);
  if (group) group.push(line);
  else groups.set(key, [line]);
}

/** The numbers at the start and end of a text, where a page number can be. */
const outerNumbers = (text: string): number[] =>
  [/^(\d{1,4})(?!\S)/.exec(text), /(?<!\S)(\d{1,4})$/.exec(text)].flatMap((found) =>
    found ? [Number(found[1])] : [],
  );

type Placed = { row: Row; edge: string; distance: number };

function rowsOfZones({ rows, height, isMain }: PageRows): Placed[] {
  // Rotated text is a watermark or a stamp.
  if (!isMain) return rows.map((row) => ({ row, edge: 'aside', distance: 0 }));
  const top = rows
    .slice(0, ZONE_ROWS)
    .filter((row, index) => row.baseline < height * ZONE && !isHeaderOfTable(row, rows[index + 1]));
  const bottom = rows.slice(-ZONE_ROWS).filter((row) => row.baseline > height * (1 - ZONE));
  return [
    ...top.map((row) => ({ row, edge: 'top', distance: row.baseline })),
    ...bottom.map((row) => ({ row, edge: 'bottom', distance: height - row.baseline })),
  ];
}

/** True if a row holds the column names of a table. A table over several pages repeats them at the top of each page,
 *  right above its cells. */
function isHeaderOfTable(row: Row, next: Row | undefined): boolean {
  if (!next || row.segments.length < 2 || next.baseline - row.baseline > 2.2 * row.size) return false;
  const aligned = row.segments.filter(({ x, right }) =>
    next.segments.some((cell) => Math.abs(cell.x - x) < 3 || Math.abs(cell.right - right) < 3),
  );
  return aligned.length >= 2;
}

const ROMAN = /^[ivxlc]{1,7}$/;

const shapeOf = (text: string): string => {
  const folded = text.toLowerCase().replace(/\s+/g, ' ');
  return ROMAN.test(folded) ? '#' : folded.replace(/\d+/g, '#');
};

const numbersOf = (text: string): number[] =>
  ROMAN.test(text.toLowerCase()) ? [] : (text.match(/\d{1,9}/g) ?? []).map(Number);

/** isNumbered: the rows are known to contain the page number. */
function isRunning(lines: readonly Line[], bodySize: number, isNumbered: boolean): boolean {
  const pages = [...new Set(lines.map(({ page }) => page))].toSorted((a, b) => a - b);
  const first = pages[0] ?? 0;
  const last = pages.at(-1) ?? 0;
  if (pages.length < 3) return false;
  if (!isNumbered && !numbersFollowPages(lines)) return false;
  const isLarge = lines.some(({ row }) => row.size > bodySize * 1.15);
  if (isLarge && lines.some(({ text }) => text !== lines[0]?.text)) return false;
  const step = pages.every((page) => page % 2 === first % 2) ? 2 : 1;
  return pages.length >= (Math.floor((last - first) / step) + 1) * (isLarge ? 0.8 : 0.5);
}

/** True if each number in the rows is the same on most pages, or increases with the page. */
function numbersFollowPages(lines: readonly Line[]): boolean {
  const count = lines.reduce((least, { numbers }) => Math.min(least, numbers.length), Infinity);
  return Array.from({ length: count }, (_, index) => index).every((index) => {
    const isCommon = (values: number[]): boolean => commonest(values) >= 0.7 * values.length;
    return (
      isCommon(lines.map(({ numbers }) => numbers[index] ?? 0)) ||
      isCommon(lines.map(({ numbers, page }) => (numbers[index] ?? 0) - page))
    );
  });
}

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
}
