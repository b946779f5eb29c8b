import type { Piece } from './html-pieces.ts';

export type HtmlCell = {
  pieces: Piece[];
  isHeader: boolean;
  columns: number;
  rows: number;
  /** All characters, and how many of them are bold. */
  characters: number;
  boldCharacters: number;
};

export type HtmlRow = { cells: HtmlCell[]; isInHead: boolean };

/** A row with a text for each column. kind: names the columns; is named itself by its first cell; is a title over
 *  the whole width. */
export type GridRow = { kind: 'header' | 'named' | 'title' | 'plain'; texts: string[] };

/** How many cells of a document may be there only because others span their places. */
export type SpanBudget = { left: number };

export const isFilled = ({ pieces }: HtmlCell): boolean => pieces.length > 0;

/** A cell over several rows says its text in each; one over several columns in the first, or in each that it names. */
export function gridOf(rows: readonly HtmlRow[], spans: SpanBudget): GridRow[] {
  let carried: Carried = [];
  return rows.map((row) => {
    const kind = kindOf(row);
    const next: Carried = [];
    const texts: string[] = [];
    const place = (text: string, spannedRows: number): void => {
      if (spannedRows > 1 && spans.left > 0) {
        spans.left -= 1;
        next[texts.length] = { text: text.length > LONGEST_CARRIED ? '' : text, rows: spannedRows - 1 };
      }
      texts.push(text);
    };
    const placeCarried = (): void => {
      for (let from = carried[texts.length]; from; from = carried[texts.length]) place(from.text, from.rows);
    };
    for (const { pieces, columns, rows: spannedRows } of row.cells) {
      placeCarried();
      const text = textOf(pieces);
      place(text, spannedRows);
      for (let more = 1; more < columns && spans.left > 0; more += 1, spans.left -= 1)
        place(kind === 'header' ? text : '', spannedRows);
    }
    placeCarried();
    carried = next;
    return { kind, texts };
  });
}

/** The items of a list stand in a row, without their signs. */
function textOf(pieces: readonly Piece[]): string {
  let text = '';
  let isAfterItem = false;
  for (const piece of pieces) {
    const isItem = piece.kind === 'list-item';
    if (text !== '') text += isItem && isAfterItem ? ', ' : ' ';
    text += isItem ? piece.text.replace(/^(?:- |\d+\. )/, '') : piece.text.trim();
    isAfterItem = isItem;
  }
  return text;
}

type Carried = { text: string; rows: number }[];

/** The length of a text that is said in each row of its span. */
const LONGEST_CARRIED = 200;

function kindOf({ cells, isInHead }: HtmlRow): GridRow['kind'] {
  const [first, second] = cells;
  const filled = cells.filter(isFilled);
  if (cells.length === 1 && first && first.columns > 1) return 'title';
  if (cells.length > 1 && (isInHead || (filled.length > 1 && filled.every(({ isHeader }) => isHeader))))
    return 'header';
  const isNamed = first && isFilled(first) && first.isHeader && second && !second.isHeader;
  return isNamed ? 'named' : 'plain';
}
