import { tableLines } from '#ingestion/parse/table-lines.ts';
import { looksLikeHeader } from './header-row.ts';

/** A table while it is read. Item: one piece of the content of a cell. */
export type Table<Item> = { rows: Row<Item>[]; openCell: Cell<Item> | undefined };

export type Row<Item> = {
  cells: Cell<Item>[];
  /** The document marks the row as a header. */
  isHeader: boolean;
  /** The document makes the row stand out, for example in bold. */
  isMarked: boolean;
};

export type Cell<Item> = {
  /** The number of columns that the cell spans, at least 1. */
  columns: number;
  /** The cell continues the one above. */
  isContinued: boolean;
  content: Item[];
};

/** The lines of a table, as tableRows writes them. The header is the rows that the document marks, or a first row that
 *  looks like one. A name above several columns applies to each of them, and a cell beside several rows is repeated in
 *  each. */
export function* rowsOf<Item>(
  rows: readonly Row<Item>[],
  textOf: (cell: Cell<Item>) => string,
): Generator<string> {
  const grid = spread(rows, textOf);
  const headers = headerRows(rows, grid);
  const header = headers === 0 ? undefined : namesOf(grid.slice(0, headers), rows);
  const body = grid.slice(headers).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  yield* tableLines(header, body);
}

const SAMPLE_ROWS = 50;
const MAX_COLUMNS = 1_000;
/** The most cells that spans can add to one table. */
const MAX_ADDED = 1_000_000;
/** The longest text that is repeated for each row or used as a column name. Otherwise a small file could expand into a
 *  huge text. */
const MAX_REPEATED = 200;
const MAX_HEADERS = 4;

function spread<Item>(rows: readonly Row<Item>[], textOf: (cell: Cell<Item>) => string): string[][] {
  let added = 0;
  let above: string[] = [];
  return rows.map(({ cells }) => {
    const line: string[] = [];
    for (const cell of cells) {
      const carried = cell.isContinued ? (above[line.length] ?? '') : '';
      line.push(carried !== '' && carried.length <= MAX_REPEATED ? carried : textOf(cell));
      const more = Math.min(cell.columns, MAX_COLUMNS) - 1;
      if (more <= 0 || added + more > MAX_ADDED) continue;
      added += more;
      for (let column = 0; column < more; column += 1) line.push('');
    }
    above = line;
    return line;
  });
}

function headerRows<Item>(rows: readonly Row<Item>[], grid: readonly string[][]): number {
  const body = rows.findIndex(({ isHeader }) => !isHeader);
  const declared = body < 0 ? 0 : body;
  const isShort = (cells: readonly string[]): boolean => cells.every((cell) => cell.length <= MAX_REPEATED);
  if (declared > 0 && declared <= MAX_HEADERS && grid.slice(0, declared).every(isShort)) return declared;
  const isMarked = rows[0]?.isMarked === true && rows[1]?.isMarked === false;
  return looksLikeHeader(grid.slice(0, SAMPLE_ROWS), isMarked) ? 1 : 0;
}

/** The column names, from the top down: `Price net` where `net` is below `Price`. */
function namesOf<Item>(headers: readonly string[][], rows: readonly Row<Item>[]): string[] {
  const names: string[] = [];
  for (const [index, header] of headers.entries()) {
    let column = 0;
    for (const { columns } of rows[index]?.cells ?? []) {
      const name = (header[column] ?? '').trim();
      for (let span = 0; span < Math.min(columns, MAX_COLUMNS) && column < header.length; span += 1) {
        const above = names[column] ?? '';
        names[column] = above === '' || above === name ? name : `${above} ${name}`.trim();
        column += 1;
      }
    }
  }
  return names.map((name) => name ?? '');
}
