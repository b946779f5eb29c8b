import { looksLikeHeader, tableLines } from '#ingestion/parse/table-lines.ts';
import type { Piece } from './html-pieces.ts';
import type { HtmlElement } from './open-elements.ts';
import {
  type GridRow,
  gridOf,
  type HtmlCell,
  type HtmlRow,
  isFilled,
  type SpanBudget,
} from './table-grid.ts';

export type HtmlTable = {
  rows: HtmlRow[];
  caption: Piece[];
  isLayout: boolean;
  hasTableInside: boolean;
  isInHead: boolean;
};

export const createTable = ({ attributes }: HtmlElement): HtmlTable => ({
  rows: [],
  caption: [],
  isLayout: attributes.role === 'presentation' || attributes.role === 'none',
  hasTableInside: false,
  isInHead: false,
});

export function addCell(table: HtmlTable, { name, attributes }: HtmlElement): HtmlCell {
  const cell = {
    pieces: [],
    isHeader: name === 'th',
    columns: span(attributes.colspan),
    rows: span(attributes.rowspan),
    characters: 0,
    boldCharacters: 0,
  };
  if (table.rows.length === 0) addRow(table);
  table.rows.at(-1)?.cells.push(cell);
  return cell;
}

export function addRow(table: HtmlTable): void {
  if (table.rows.at(-1)?.cells.length === 0) table.rows.pop();
  table.rows.push({ cells: [], isInHead: table.isInHead });
}

/** The HTML standard limits colspan to 1,000 and rowspan to 65,534. */
const span = (value: string | undefined): number =>
  Math.min(1_000, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));

/** The pieces of a table: rows of cells with their column names. A table that only lays out the page becomes the
 *  content of its cells, one after another. */
export function* piecesOf(table: HtmlTable, spans: SpanBudget): Generator<Piece> {
  yield* table.caption;
  if (isLayout(table)) {
    for (const { cells } of table.rows)
      for (const { pieces } of cells) for (const piece of pieces) if (!isLineNumbers(piece)) yield piece;
    return;
  }
  for (const line of linesOf(table, spans)) yield { kind: 'table-row', text: line };
}

/** Line numbers in a cell beside the code. */
const isLineNumbers = ({ kind, text }: Piece): boolean => kind === 'code' && /^[\d\s]+$/.test(text);

function isLayout({ rows, isLayout: isDeclared, hasTableInside }: HtmlTable): boolean {
  if (isDeclared || rows.every(({ cells }) => cells.filter(isFilled).length < 2)) return true;
  const cells = rows.flatMap((row) => row.cells);
  const hasNames = cells.some((cell) => cell.isHeader && isFilled(cell));
  const longest = cells.reduce((most, cell) => Math.max(most, cell.characters), 0);
  if (hasNames) return hasTableInside && longest > LONGEST_WITH_TABLE;
  const isPage = cells.some(
    ({ pieces }) => pieces.length > 3 || pieces.some(({ kind }) => kind === 'heading' || kind === 'code'),
  );
  return hasTableInside || isPage || longest > LONGEST_CELL;
}

const LONGEST_WITH_TABLE = 500;
const LONGEST_CELL = 1_000;

const isBold = (cell: HtmlCell): boolean => cell.characters > 0 && cell.boldCharacters >= cell.characters;

/** The lines of a table, in runs of rows of one kind. A header names the columns of the rows up to the next header. */
function* linesOf(table: HtmlTable, spans: SpanBudget): Generator<string> {
  const grid = gridOf(table.rows, spans);
  const first = grid[0];
  if (first && hasPlainHeader(table, grid)) first.kind = 'header';
  if (grid.every(({ kind }) => kind === 'header')) for (const row of grid) row.kind = 'plain';
  let header: string[] | undefined;
  let headerRows = 0;
  let body: string[][] = [];
  for (const { kind, texts } of grid) {
    const [name = '', ...values] = texts;
    if (kind === 'header' && body.length === 0 && headerRows > 0 && headerRows < MOST_HEADER_ROWS) {
      header = joinNames(header ?? [], texts);
      headerRows += 1;
    } else if (kind === 'plain' || (kind === 'named' && header)) {
      body.push(texts);
    } else {
      if (body.length > 0) yield* tableLines(header, body);
      body = [];
      if (kind === 'header') [header, headerRows] = [texts, 1];
      else if (kind === 'title') yield* tableLines(undefined, [texts]);
      else for (const line of tableLines(undefined, [values])) yield `${name}: ${line}`;
    }
  }
  if (body.length > 0) yield* tableLines(header, body);
}

const MOST_HEADER_ROWS = 3;

/** Combines the names of a two-row header. */
const joinNames = (above: readonly string[], below: readonly string[]): string[] =>
  Array.from({ length: Math.max(above.length, below.length) }, (_, column) =>
    [...new Set([above[column] ?? '', below[column] ?? ''])].filter((name) => name !== '').join(' '),
  );

function hasPlainHeader({ rows }: HtmlTable, grid: readonly GridRow[]): boolean {
  if (grid.some(({ kind }) => kind === 'header' || kind === 'named')) return false;
  const [first = [], second = []] = rows.map(({ cells }) => cells);
  if (first.length < 2 || second.length < 2) return false;
  if (first.every(isBold) && !second.every(isBold)) return true;
  return rows.length > 2 && looksLikeHeader(grid.map(({ texts }) => texts));
}
