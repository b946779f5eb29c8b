import type { Row } from './text-run.ts';

/** What is written in one direction on a page. isMain: in the direction of most of the page. */
export type PageRows = { page: number; width: number; height: number; rows: Row[]; isMain: boolean };

type Line = { row: Row; page: number; text: string; numbers: number[] };

/** Rows within this share of the height from an edge, and so many of them, can be headers or footers. */
const ZONE = 0.15;
const ZONE_ROWS = 4;

/** The rows that are running headers, footers and page numbers. A row counts as one when rows that are alike but for
 *  their numbers, or that begin or end in the number of their page, stand at the same height on at least three pages: on
 *  half of all, of the odd or of the even ones among those from the first to the last of them. A number that neither stays nor grows with the page (an amount) keeps the
 *  row in the text, and so does larger print than the body's, unless nothing in the row differs.
 *  bodySize: points. */
export function repeatedLines(parts: readonly PageRows[], bodySize: number): Set<Row> {
  const groups = new Map<string, Line[]>();
  for (const part of parts) {
    for (const { row, edge, distance } of rowsOfZones(part)) {
      const text = row.segments.map((segment) => segment.text).join(' ');
      const line = { row, page: part.page, text, numbers: numbersOf(text) };
      const place = `${edge} ${Math.round(distance / 6)}`;
      addTo(groups, `${place} ${shapeOf(text)}`, line);
      // The number of the page tells a running header also where its text changes with the chapter.
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

/** The numbers that a text begins and ends with, where a page number stands. */
const outerNumbers = (text: string): number[] =>
  [/^(\d{1,4})(?!\S)/.exec(text), /(?<!\S)(\d{1,4})$/.exec(text)].flatMap((found) =>
    found ? [Number(found[1])] : [],
  );

type Placed = { row: Row; edge: string; distance: number };

function rowsOfZones({ rows, height, isMain }: PageRows): Placed[] {
  // Aslant or along an edge stand watermarks and stamps.
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

/** A table that goes on over pages has its column names at the top of each: they stand right above cells. */
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

/** isNumbered: known to bear the number of the page. */
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

/** Whether each number of the rows is the same on most pages, or counts with them. */
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
