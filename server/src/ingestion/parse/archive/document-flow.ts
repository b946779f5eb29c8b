import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { Block } from '#ingestion/parse/parsed-document.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type Cell, rowsOf, type Table } from './table-cells.ts';

export type Flow = {
  /** Adds a block to the document or to the innermost open cell. Consecutive lines of code become one block. */
  add(kind: Block['kind'], text: string, level?: number): void;
  openTable(): void;
  closeTable(): void;
  openRow(): void;
  /** Describes the open row. isHeader: it names the columns; isMarked: it stands out, for example in bold. */
  describeRow(properties: { isHeader?: boolean; isMarked?: boolean }): void;
  openCell(): void;
  /** Describes the open cell. columns: how many it spans; isContinued: it continues the cell above. */
  describeCell(properties: { columns?: number; isContinued?: boolean }): void;
  closeCell(): void;
  /** Ends the document or the page, and closes everything that is still open. */
  finish(): void;
};

type Item = { kind: Block['kind']; text: string; level?: number | undefined };

/** Adds the paragraphs and tables of a document in the order in which they are read. The rows of a table repeat its
 *  column names. A table of one column becomes the content of its cells. A table inside a cell becomes part of the
 *  cell. Throws SourceFault `too_large` as soon as the text exceeds the limit. page: the page of every block. */
export function createFlow(builder: Pick<DocumentBuilder, 'add'>, page?: number): Flow {
  const tables: Table<Item>[] = [];
  /** The number of open tables that are nested too deep and are read as text of a cell. */
  let flattened = 0;
  let code: string[] = [];
  let waiting = 0;

  const put = (item: Item): void => {
    const cell = tables.at(-1)?.openCell;
    if (cell) cell.content.push(item);
    else if (tables.length === 0) builder.add(item.kind, item.text, { level: item.level, page });
  };
  const endCode = (): void => {
    const lines = code;
    code = [];
    if (lines.length > 0) put({ kind: 'code', text: lines.join('\n') });
  };
  const closeTable = (): void => {
    endCode();
    if (flattened > 0) {
      flattened -= 1;
      return;
    }
    const table = tables.pop();
    if (!table) return;
    if (table.rows.every(({ cells }) => cells.length <= 1))
      for (const { cells } of table.rows) for (const { content } of cells) content.forEach(put);
    else for (const line of rowsOf(table.rows, textOf)) put({ kind: 'table-row', text: line });
    if (tables.length === 0) waiting = 0;
  };

  return {
    add: (kind, text, level) => {
      if (tables.length > 0) waiting += text.length;
      if (waiting > LIMITS.extractedCharacters) throw tooMuchText();
      if (kind === 'code') code.push(text);
      else {
        endCode();
        put({ kind, text, level });
      }
    },
    openTable: () => {
      endCode();
      if (tables.length < MAX_NESTED) tables.push({ rows: [], openCell: undefined });
      else flattened += 1;
    },
    closeTable,
    openRow: () => {
      if (flattened === 0) tables.at(-1)?.rows.push({ cells: [], isHeader: false, isMarked: false });
    },
    describeRow: (properties) => {
      if (flattened === 0) Object.assign(tables.at(-1)?.rows.at(-1) ?? {}, properties);
    },
    openCell: () => {
      if (flattened > 0) return;
      const table = tables.at(-1);
      const cell: Cell<Item> = { columns: 1, isContinued: false, content: [] };
      table?.rows.at(-1)?.cells.push(cell);
      if (table) table.openCell = cell;
    },
    describeCell: (properties) => {
      if (flattened === 0) Object.assign(tables.at(-1)?.openCell ?? {}, properties);
    },
    closeCell: () => {
      endCode();
      const table = tables.at(-1);
      if (table && flattened === 0) table.openCell = undefined;
    },
    finish: () => {
      while (tables.length > 0) closeTable();
      endCode();
    },
  };
}

/** The deepest table that is read as a table: each level builds the text of its cells again. */
const MAX_NESTED = 4;

const textOf = ({ content }: Cell<Item>): string => content.map(({ text }) => text.trim()).join(' ');
