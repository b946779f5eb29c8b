import { tableLines } from '#ingestion/parse/table-lines.ts';
import { findHeader, type TopRow } from './header-row.ts';

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

/** The lines of a table, as tableRows writes them. The header is the rows that the document marks, or rows at the top
 *  that look like one. A name above several columns applies to each of them, and a cell beside several rows is repeated in
 *  each. */
export function* rowsOf<Item>(
  rows: readonly Row<Item>[],
  textOf: (cell: Cell<Item>) => string,
): Generator<string> {
  const grid = spread(rows, textOf);
  const header = findHeader(grid.slice(0, SAMPLE_ROWS).map((cells, index) => topRow(rows[index], cells)));
  const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');
  const above = header?.above ?? 0;
  yield* tableLines(undefined, grid.slice(0, above).filter(isFilled));
  yield* tableLines(header?.names, grid.slice(above + (header?.rows ?? 0)).filter(isFilled));
}

function topRow<Item>(row: Row<Item> | undefined, cells: readonly string[]): TopRow {
  const spans = new Map<number, number>();
  let column = 0;
  for (const { columns } of row?.cells ?? []) {
    const width = Math.min(columns, MAX_COLUMNS);
    if (width > 1) spans.set(column, width);
    column += width;
  }
  return { cells, spans, isMarked: row?.isMarked === true, isDeclared: row?.isHeader === true };
}

const SAMPLE_ROWS = 50;
const MAX_COLUMNS = 1_000;
/** The most cells that spans can add to one table. */
const MAX_ADDED = 1_000_000;
/** The longest text that is repeated for each row. Otherwise a small file could expand into a huge text. */
const MAX_REPEATED = 200;

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
