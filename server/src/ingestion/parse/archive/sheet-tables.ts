import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { looksLikeHeader } from './header-row.ts';

/** The filled cells of a row. */
export type SheetRow = {
  /** From 1. */
  number: number;
  /** From 0, in order; of each value. */
  columns: number[];
  values: string[];
};

/** Rows of a table that are read before it is decided whether it has a header. */
const SAMPLE_ROWS = 20;
/** Rows of one cell above a table that are taken for its title and remarks. */
const MAX_TITLE_ROWS = 5;

/** Makes tables of the rows of a sheet, given in order: an empty row ends a table, single cells above one are its
 *  title, and a first row that looks like a header gives its names to the cells below. Holds few rows at a time.
 *  name: of the sheet, the heading of all that is in it. */
export function createSheetTables(builder: DocumentBuilder, name: string) {
  let isNamed = false;
  let last = 0;
  let sample: SheetRow[] | undefined = [];
  let header = new Map<number, string>();

  const emit = ({ columns, values }: SheetRow): void => {
    const names = columns.map((column) => header.get(column) ?? '');
    for (const line of tableRows(names, [values])) builder.add('table-row', line);
  };
  const decide = (): void => {
    const rows = sample ?? [];
    sample = undefined;
    header = new Map();
    if (rows.length > 0 && !isNamed) builder.add('heading', name, { level: 2 });
    isNamed ||= rows.length > 0;
    const titles = titleRows(rows);
    for (const { values } of rows.slice(0, titles)) builder.add('paragraph', values.join(' '));
    const [first, ...rest] = rows.slice(titles);
    if (!first) return;
    if (looksLikeHeader(aligned([first, ...rest])))
      header = new Map(first.columns.map((column, index) => [column, first.values[index] ?? '']));
    else emit(first);
    for (const row of rest) emit(row);
  };
  return {
    addRow: (row: SheetRow): void => {
      const isApart = row.columns.length === 0 || row.number > last + 1;
      last = row.number;
      if (isApart && sample?.length !== 0) {
        if (sample) decide();
        sample = [];
      }
      if (row.columns.length === 0) return;
      if (!sample) emit(row);
      else if (sample.push(row) > SAMPLE_ROWS) decide();
    },
    finish: (): void => {
      if (sample) decide();
    },
  };
}

/** How many rows at the top hold only one cell, before rows that hold several or none at all. */
function titleRows(rows: readonly SheetRow[]): number {
  const table = rows.findIndex(({ columns }) => columns.length > 1);
  if (table < 0 && rows.length === 1) return 1;
  return table > 0 && table <= MAX_TITLE_ROWS ? table : 0;
}

/** The rows with their cells in the columns that the first rows use, so that they stand below each other. */
function aligned(rows: readonly SheetRow[]): string[][] {
  const used = [...new Set(rows.flatMap(({ columns }) => columns))].sort((a, b) => a - b);
  const places = new Map(used.map((column, index) => [column, index]));
  return rows.map(({ columns, values }) => {
    const cells = used.map(() => '');
    for (const [index, column] of columns.entries()) cells[places.get(column) ?? 0] = values[index] ?? '';
    return cells;
  });
}
