import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { Block } from '#ingestion/parse/parsed-document.ts';
import { tooMuchText } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type Cell, rowsOf, type Table } from './table-cells.ts';

export type Flow = {
  /** Adds a block where the flow stands: in the document, or in the innermost open cell. Lines of code that follow
   *  each other become one block. */
  add(kind: Block['kind'], text: string, level?: number): void;
  openTable(): void;
  closeTable(): void;
  openRow(): void;
  /** Tells more of the open row. isHeader: it names the columns; isMarked: it stands out, in bold for example. */
  describeRow(properties: { isHeader?: boolean; isMarked?: boolean }): void;
  openCell(): void;
  /** Tells more of the open cell. columns: how many it spans; isContinued: it only carries on the cell above. */
  describeCell(properties: { columns?: number; isContinued?: boolean }): void;
  closeCell(): void;
  /** Ends the document or the page: what is still open is closed. */
  finish(): void;
};

type Item = { kind: Block['kind']; text: string; level?: number | undefined };

/** Takes paragraphs and tables as a reader of a document meets them and adds them to a document: tables as rows that
 *  repeat the names of their columns, a table of one column as what stands in it, a table inside a cell as part of
 *  the cell. Throws SourceFault `too_large` as soon as there is more text than is taken.
 *  page: of every block that it adds. */
export function createFlow(builder: Pick<DocumentBuilder, 'add'>, page?: number): Flow {
  const tables: Table<Item>[] = [];
  /** Open tables that are too deep inside of others to be more than text of a cell. */
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

/** Tables inside of tables that are read as such: the text of a cell is put together anew at each of them. */
const MAX_NESTED = 4;

const textOf = ({ content }: Cell<Item>): string => content.map(({ text }) => text.trim()).join(' ');
