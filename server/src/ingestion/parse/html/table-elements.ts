import type { BlockState, Opener } from './block-state.ts';
import { addCell, addRow, createTable, type HtmlTable, piecesOf } from './html-table.ts';

/** The parent of the table gets its lines when the table ends. */
export const openTable: Opener = (state, element) => {
  const { inline, tables } = state;
  inline.flush();
  inline.headingLevel = undefined;
  if (inline.codeDepth > 0 || tables.length >= DEEPEST_TABLE) return undefined;
  inline.flushTerm();
  inline.marker = '';
  const around = tables.at(-1);
  if (around) around.hasTableInside = true;
  const outerCell = state.cell;
  state.cell = undefined;
  const table = createTable(element);
  tables.push(table);
  return () => {
    tables.pop();
    state.cell = outerCell;
    for (const piece of piecesOf(table, state.spans)) {
      inline.add(piece);
      if (outerCell) outerCell.characters += piece.text.length;
    }
  };
};

/** The deepest nested table that is read as a table. Deeper ones are text. */
const DEEPEST_TABLE = 10;

/** The table of a row or a cell; undefined where tables are read as text. */
const openTableOf = ({ tables, inline, cell }: BlockState): HtmlTable | undefined =>
  inline.codeDepth > 0 || cell ? undefined : tables.at(-1);

export const openHeadRows: Opener = (state) => {
  const table = openTableOf(state);
  if (!table) return undefined;
  table.isInHead = true;
  return () => {
    table.isInHead = false;
  };
};

export const openRow: Opener = (state) => {
  const table = openTableOf(state);
  if (table) addRow(table);
  return undefined;
};

export const openCell: Opener = (state, element) => {
  const table = openTableOf(state);
  if (!table) return undefined;
  const cell = addCell(table, element);
  const leave = enter(state, cell.pieces);
  state.cell = cell;
  return () => {
    state.cell = undefined;
    leave();
  };
};

export const openCaption: Opener = (state) => {
  const table = openTableOf(state);
  return table && enter(state, table.caption);
};

/** Redirects the text to other pieces, with lists and headings reset. */
function enter(state: BlockState, pieces: BlockState['inline']['pieces']): () => void {
  const { inline, lists, terms, boldDepth } = state;
  const outer = inline.pieces;
  inline.pieces = pieces;
  Object.assign(state, { lists: [], terms: '', boldDepth: 0 });
  return () => {
    inline.pieces = outer;
    inline.headingLevel = undefined;
    Object.assign(state, { lists, terms, boldDepth });
  };
}
