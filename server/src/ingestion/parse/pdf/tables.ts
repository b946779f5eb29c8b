import { listSign } from './list-sign.ts';
import { rectOfLine, union } from './rects.ts';
import type { Rect, Row, Segment } from './text-run.ts';

/** Rows of aligned cells. boxes: the place of each row, those of the title first. title: rows above the column names.
 *  header: the column names, if they are certain. from, to: the first and the last line, both included. */
export type Table = {
  boxes: Rect[];
  title: string[][];
  header: string[] | undefined;
  rows: string[][];
  from: number;
  to: number;
};

type Column = { left: number; right: number };
/** isFilledIn: it has form fields. isClose: it follows the row above at the distance of lines of text. */
type TableRow = { cells: string[]; box: Rect; isBold: boolean; isFilledIn: boolean; isClose: boolean };
type Span = { from: number; to: number; columns: Column[] };

/** Multiples of the font size: the minimum gap between columns, and the maximum distance of lines within a cell. */
const MIN_GAP = 0.5;
const CELL_LEADING = 1.35;
const CLOSE_LEADING = 1.6;
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
    const table = span && tableOf(lines, span, (tables.at(-1)?.to ?? -1) + 1);
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

/** floor: the first line that belongs to no table before it. */
function tableOf(lines: readonly Row[], { from, to, columns }: Span, floor: number): Table | undefined {
  const rows: TableRow[] = [];
  for (const [index, line] of lines.slice(from, to + 1).entries()) {
    const before = lines[from + index - 1];
    const cells = cellsOf(line.segments, columns);
    const box = rectOfRow(line);
    const open = rows.at(-1);
    if (open && before && goesOn(line, before, cells)) {
      open.cells = open.cells.map((cell, column) => `${cell} ${cells[column]}`.trim());
      open.box = union(open.box, box);
    } else
      rows.push({
        cells,
        box,
        isBold: line.segments.every(({ isBold }) => isBold),
        isFilledIn: line.segments.some((segment) => segment.isField),
        isClose: before !== undefined && line.baseline - before.baseline <= CLOSE_LEADING * before.size,
      });
  }
  const full = rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= 2);
  if (rows.length < MIN_ROWS || full.length < rows.length * 0.8) return;
  for (const start of [0, 1, 2, 3])
    for (const count of [3, 2, 1]) {
      const header = headerOf(rows.slice(start), count);
      if (!header || rows.slice(0, start).some(({ cells }) => filledIn(cells) >= filledIn(header))) continue;
      const title = rows.slice(0, start).map(({ cells }) => cells);
      const boxes = [...rows.slice(0, start), ...rows.slice(start + count)].map(({ box }) => box);
      return { boxes, title, header, rows: rows.slice(start + count).map(({ cells }) => cells), from, to };
    }
  const above = headerAbove(lines, { from, to, columns }, floor);
  const body = rows.map(({ cells }) => cells);
  const boxes = rows.map(({ box }) => box);
  return { boxes, title: [], header: above?.names, rows: body, from: above?.from ?? from, to };
}

const filledIn = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** The first rows as one row of column names, if they are names. */
function headerOf(rows: readonly TableRow[], count: number): string[] | undefined {
  const heads = rows.slice(0, count);
  const rest = rows.slice(count);
  if (heads.some((head) => head.isFilledIn)) return;
  // Names of several lines are set closer than they are apart from other rows, and are no values.
  if (
    count > 1 &&
    heads.some(({ cells }, index) => (index > 0 && !heads[index]?.isClose) || cells.some(isNumeric))
  )
    return;
  const names = (heads[0]?.cells ?? []).map((_, column) =>
    heads
      .map(({ cells }) => cells[column] ?? '')
      .filter((cell) => cell !== '')
      .join(' '),
  );
  const isSetOff =
    (heads.every((head) => head.isBold) && rest.some((row) => !row.isBold)) ||
    rest.every((row) => row.isFilledIn);
  return isHeader(
    names,
    rest.map(({ cells }) => cells),
    isSetOff,
  )
    ? names
    : undefined;
}

/** The most lines of column names above a table. */
const MAX_HEADER_LINES = 3;

/** Names that span several columns, or that are wider than theirs, are not among the rows, but right above them. */
function headerAbove(
  lines: readonly Row[],
  { from, to, columns }: Span,
  floor: number,
): { names: string[]; from: number } | undefined {
  const names = columns.map((): string[] => []);
  let top = from;
  for (let index = from - 1; index >= Math.max(floor, from - MAX_HEADER_LINES); index -= 1) {
    const line = lines[index];
    const below = lines[index + 1];
    if (!line || !below || line.segments.length < 2 || below.baseline - line.baseline > 2.2 * line.size)
      break;
    if (line.segments.some(({ text, isField }) => isField || isNumeric(text) || text.length > MAX_NAME))
      break;
    for (const { text, x, right } of line.segments)
      for (const [column, place] of columns.entries())
        if (x < place.right && right > place.left) names[column]?.unshift(text);
    top = index;
  }
  const joined = names.map((parts) => parts.join(' '));
  const named = joined.filter((name) => name !== '');
  if (top === from || named.length < 2 || named.length < MIN_NAMED * columns.length) return;
  const isOfNumbers = lines
    .slice(from, to + 1)
    .some(({ segments }) => segments.some(({ text }) => isNumeric(text)));
  return isOfNumbers && joined.every((name) => name.length <= 2 * MAX_NAME)
    ? { names: joined, from: top }
    : undefined;
}

const rectOfRow = ({ segments, baseline, size }: Row): Rect =>
  segments.map(({ x, right }) => rectOfLine({ x, right, baseline, size })).reduce(union);

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

const MAX_NAME = 60;
/** The share of the columns that have names. The column of the names of the rows often has none. */
const MIN_NAMED = 0.6;

/** True if a row names the columns: it fills nearly all of them, and its font or its words differ from the other
 *  rows. Years are names of columns of other numbers. */
function isHeader(names: readonly string[], body: readonly string[][], isSetOff: boolean): boolean {
  const given = names.filter((name) => name !== '');
  if (body.length < 2 || given.length < 2 || given.length < MIN_NAMED * names.length) return false;
  if (given.some((name) => name.length > MAX_NAME || !(/\p{L}/u.test(name) || isYear(name)))) return false;
  if (new Set(given).size < given.length) return false;
  // A body that leaves out most of the first row has another kind of rows.
  if (isSetOff) return given.length === names.length || names.slice(1).every((name) => name !== '');
  return names.some(
    (name, column) =>
      name !== '' &&
      isNumericColumn(body, column) &&
      (!isNumeric(name) || (isYear(name) && !body.some((row) => isYear(row[column] ?? '')))),
  );
}

const isYear = (cell: string): boolean => /^(?:19|20)\d\d(?:[-/–](?:\d\d){1,2})?$/.test(cell);

function isNumericColumn(body: readonly string[][], column: number): boolean {
  const cells = body.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length >= 2 && cells.filter(isNumeric).length >= cells.length * 0.7;
}

/** True if at least half of the characters are digits. */
const isNumeric = (cell: string): boolean =>
  (cell.match(/\d/g)?.length ?? 0) * 2 >= cell.replace(/[\s.,%€$£¥()+-]/g, '').length && /\d/.test(cell);
