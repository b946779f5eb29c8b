import { listSign } from './list-sign.ts';
import type { Row, Segment } from './text-run.ts';

/** Rows of aligned cells. header: the column names, if they are certain. from, to: the first and the last line, both
 *  included. */
export type Table = { header: string[] | undefined; rows: string[][]; from: number; to: number };

type Column = { left: number; right: number };
/** isFilledIn: it has form fields. */
type TableRow = { cells: string[]; isBold: boolean; isFilledIn: boolean };
type Span = { from: number; to: number; columns: Column[] };

/** Multiples of the font size: the minimum gap between columns, and the maximum distance of lines within a cell. */
const MIN_GAP = 0.5;
const CELL_LEADING = 1.35;
const MIN_ROWS = 3;
/** The most lines of a table on one page; real tables have fewer. Without a limit the search would be quadratic. */
const MAX_LINES = 300;

/** Finds the tables among the lines of a region, in order. A table has at least three rows of two or more cells that
 *  keep to their columns. A line close below a row continues it, even if it fills only some of the cells. */
export function findTables(lines: readonly Row[]): Table[] {
  const tables: Table[] = [];
  let from = 0;
  while (from < lines.length) {
    const span = spanFrom(lines, from);
    const table = span && tableOf(lines, span);
    if (table) tables.push(table);
    from = table ? table.to + 1 : from + 1;
  }
  return tables;
}

const isRowOfCells = ({ segments }: Row): boolean => {
  const [first, second] = segments;
  if (!first || !second) return false;
  // The gap after a list marker looks like a gap between cells.
  return (
    segments.length > 2 ||
    !listSign(`${first.text} x`) ||
    listSign(`${first.text} x`)?.length !== first.text.length + 1
  );
};

function spanFrom(lines: readonly Row[], from: number): Span | undefined {
  const start = lines[from];
  if (!start || !isRowOfCells(start)) return;
  const span: Span = { from, to: from, columns: mergeColumns([], start) };
  for (let index = from + 1; index < Math.min(lines.length, from + MAX_LINES); index += 1) {
    const line = lines[index];
    const before = lines[index - 1];
    if (!line || !before || line.baseline - before.baseline > 4 * before.size) break;
    const isContinuation = line.baseline - before.baseline <= CELL_LEADING * before.size;
    if (!isRowOfCells(line) && !(isContinuation && line.segments.length === 1)) break;
    const columns = mergeColumns(span.columns, line);
    if (columns.length < span.columns.length && columns.length < Math.max(2, line.segments.length)) break;
    if (columns.length < 2) break;
    span.columns = columns;
    span.to = index;
  }
  // Drop single pieces of text at the end: they may be a paragraph as well as the rest of a cell.
  while (span.to > from && lines[span.to]?.segments.length === 1 && !fitsColumn(lines[span.to], span))
    span.to -= 1;
  return span;
}

/** True if a lone piece of text is in a column other than the first. */
const fitsColumn = (line: Row | undefined, { columns }: Span): boolean =>
  (line?.segments[0]?.x ?? 0) > (columns[0]?.right ?? 0);

/** The horizontal ranges that text covers, merged with those of another line. */
function mergeColumns(columns: readonly Column[], { segments, size }: Row): Column[] {
  const stretches = [...columns, ...segments.map(({ x, right }) => ({ left: x, right }))];
  const merged: Column[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last && stretch.left - last.right < MIN_GAP * size) last.right = Math.max(last.right, stretch.right);
    else merged.push({ ...stretch });
  }
  return merged;
}

function tableOf(lines: readonly Row[], { from, to, columns }: Span): Table | undefined {
  const rows: TableRow[] = [];
  for (const [index, line] of lines.slice(from, to + 1).entries()) {
    const before = lines[from + index - 1];
    const cells = cellsOf(line.segments, columns);
    const open = rows.at(-1);
    if (open && before && goesOn(line, before, cells))
      open.cells = open.cells.map((cell, column) => `${cell} ${cells[column]}`.trim());
    else
      rows.push({
        cells,
        isBold: line.segments.every(({ isBold }) => isBold),
        isFilledIn: line.segments.some((segment) => segment.isField),
      });
  }
  const full = rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= 2);
  if (rows.length < MIN_ROWS || full.length < rows.length * 0.8) return;
  const [first, ...rest] = rows;
  const body = rest.map(({ cells }) => cells);
  const isSetOff =
    first !== undefined &&
    ((first.isBold && rest.some((row) => !row.isBold)) || rest.every((row) => row.isFilledIn));
  const isNamed = first !== undefined && !first.isFilledIn && isHeader(first.cells, body, isSetOff);
  return isNamed
    ? { header: first.cells, rows: body, from, to }
    : { header: undefined, rows: rows.map(({ cells }) => cells), from, to };
}

function cellsOf(segments: readonly Segment[], columns: readonly Column[]): string[] {
  const cells = columns.map(() => '');
  for (const { text, x } of segments) {
    const column = Math.max(
      columns.findLastIndex(({ left }) => left <= x + 0.01),
      0,
    );
    cells[column] = `${cells[column] ?? ''} ${text}`.trim();
  }
  return cells;
}

/** True if a line continues the row above: it is close, and has an empty first cell or only one filled cell. */
const goesOn = (line: Row, before: Row, cells: readonly string[]): boolean =>
  line.baseline - before.baseline <= CELL_LEADING * before.size &&
  (cells[0] === '' || cells.filter((cell) => cell !== '').length === 1);

/** True if a first row names the columns: it fills all of them, and its font or its words differ from the other rows. */
function isHeader(names: readonly string[], body: readonly string[][], isSetOff: boolean): boolean {
  if (body.length < 2 || names.some((name) => name === '' || name.length > 60 || !/\p{L}/u.test(name)))
    return false;
  if (new Set(names).size < names.length) return false;
  return isSetOff || names.some((name, column) => !isNumeric(name) && isNumericColumn(body, column));
}

function isNumericColumn(body: readonly string[][], column: number): boolean {
  const cells = body.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length >= 2 && cells.filter(isNumeric).length >= cells.length * 0.7;
}

/** True if at least half of the characters are digits. */
const isNumeric = (cell: string): boolean =>
  (cell.match(/\d/g)?.length ?? 0) * 2 >= cell.replace(/[\s.,%€$£¥()+-]/g, '').length && /\d/.test(cell);
