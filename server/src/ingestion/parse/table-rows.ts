import { estimateWords } from '#text/estimate-words.ts';

/** The rows of a table as lines of text, each cell with its column name, so that a line can be understood by itself:
 *  `Name: Widget | Price: 3`. Without a header, a line has only the cells. The header becomes a line only if no rows
 *  follow it. A row too long for one chunk takes several lines, each with the first cell, which usually says what the
 *  row is about.
 *  header: the column names; undefined if the table has none. */
export const tableRows = (
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): string[] => linesOfRows(header, rows).map(({ line }) => line);

/** The same, each with the index of its row; that of the header is -1. */
export function linesOfRows(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): { line: string; row: number }[] {
  const names = header?.map(oneLine) ?? [];
  const lines = rows.flatMap((cells, row) =>
    linesOf(
      cells
        .map((cell, column) => {
          const value = oneLine(cell);
          const name = names[column] ?? '';
          return value === '' || name === '' || name === value ? value : `${name}: ${value}`;
        })
        .filter((cell) => cell !== ''),
    ).map((line) => ({ line, row })),
  );
  const told = lines.filter(({ line }) => line !== '');
  return told.length > 0 || !header
    ? told
    : [{ line: names.filter((name) => name !== '').join(' | '), row: -1 }];
}

function linesOf(cells: readonly string[]): string[] {
  const [first = '', ...rest] = cells;
  const whole = cells.join(' | ');
  if (fits(whole) || first.length > LONGEST_FIRST) return [whole];
  const lines: string[] = [];
  let line = first;
  for (const cell of rest) {
    const longer = `${line} | ${cell}`;
    if (line !== first && !fits(longer)) {
      lines.push(line);
      line = `${first} | ${cell}`;
    } else line = longer;
  }
  return [...lines, line];
}

/** The longest cell that is repeated in each line of its row. */
const LONGEST_FIRST = 100;
/** Less than a chunk can hold, so that it keeps room for its heading. */
const LONGEST_LINE = { characters: 1_200, words: 150 };

const fits = (line: string): boolean =>
  line.length <= LONGEST_LINE.words ||
  (line.length <= LONGEST_LINE.characters && estimateWords(line, 0, line.length) <= LONGEST_LINE.words);

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim();
