import { linesOfRows } from './table-rows.ts';

/** The lines of a table (see tableRows), generated a few rows at a time. Each line repeats the column names, so the
 *  lines may be far longer than the table. Column names that are too long for that are left out. */
export function* tableLines(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): Generator<string> {
  for (const { line } of numberedTableLines(header, rows)) yield line;
}

/** The same, each with the index of its row; that of the header is -1. */
export function* numberedTableLines(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): Generator<{ line: string; row: number }> {
  const length = header?.reduce((sum, name) => sum + name.length + 1, 0) ?? 0;
  const names = length > LONGEST_HEADER ? undefined : header;
  if (!names || rows.length === 0)
    for (const { line } of linesOfRows(undefined, header ? [header] : [])) yield { line, row: -1 };
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    for (const { line, row } of linesOfRows(names, rows.slice(from, from + ROWS_AT_ONCE)))
      yield { line, row: row < 0 ? row : from + row };
}

const LONGEST_HEADER = 10_000;
const ROWS_AT_ONCE = 200;

/** True if the first row of a table names its columns: all its cells are filled, different, short and without numbers,
 *  and a column below holds another kind of content. */
export function looksLikeHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = rows.slice(0, SAMPLE_ROWS);
  if (first.length < 2 || rest.length === 0) return false;
  const names = first.map((name) => name.trim());
  if (names.some((name) => name === '' || name.length > LONGEST_NAME || isValue(name))) return false;
  if (new Set(names).size < names.length) return false;
  return names.some((name, column) => {
    const cells = rest.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
    if (cells.length < Math.min(2, rest.length)) return false;
    return cells.every(isValue) || cells.every((cell) => cell.length > 2 * name.length + 20);
  });
}

const SAMPLE_ROWS = 50;
const LONGEST_NAME = 60;

/** True if a cell holds a number, a date, an amount or an address rather than words. */
export const isValue = (cell: string): boolean =>
  NUMBER.test(cell.slice(0, 100)) || OTHER_VALUE.test(cell.slice(0, 300));

// Backtracks: over at most 100 characters.
const NUMBER = /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,4}(?:\/\p{L}{1,4}|[²³.])?)?$/u;
// Backtracks: over at most 300 characters.
const OTHER_VALUE = /^(?:\S{1,64}@\S+|https?:\/\/\S+|true|false|yes|no|ja|nein|oui|non|n\/a|null|-)$/i;
