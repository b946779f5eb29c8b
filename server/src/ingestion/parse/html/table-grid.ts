import type { Piece } from './html-pieces.ts';

export type HtmlCell = {
  pieces: Piece[];
  isHeader: boolean;
  columns: number;
  rows: number;
  /** The number of characters, and how many of them are bold. */
  characters: number;
  boldCharacters: number;
};

export type HtmlRow = { cells: HtmlCell[]; isInHead: boolean };

/** A row with one text per column. kind: `header` names the columns; the first cell of `named` names the row; `title`
 *  spans the whole width. */
export type GridRow = { kind: 'header' | 'named' | 'title' | 'plain'; texts: string[] };

/** The number of cells that spans can still add to a document. */
export type SpanBudget = { left: number };

export const isFilled = ({ pieces }: HtmlCell): boolean => pieces.length > 0;

/** A cell that spans rows repeats its text in each. One that spans columns puts it in the first, or in each if it names
 *  them. */
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

/** The items of a list in one line, without their markers. */
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

/** The longest text that is repeated in each row of its span. */
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
