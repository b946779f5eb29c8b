import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { looksLikeHeader } from './header-row.ts';

/** The filled cells of a row. */
export type SheetRow = {
  /** From 1. */
  number: number;
  /** The column of each value, from 0, in ascending order. */
  columns: number[];
  values: string[];
};

/** The number of rows to read before deciding if a table has a header. */
const SAMPLE_ROWS = 20;
/** The most single-cell rows above a table to take for its title and remarks. */
const MAX_TITLE_ROWS = 5;

/** Builds tables from the rows of a sheet, in order. An empty row ends a table. Single cells above a table are its
 *  title. A first row that looks like a header names the cells below it. Keeps only a few rows in memory.
 *  name: of the sheet; becomes its heading. */
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

/** The number of title rows: single-cell rows above the first row with several cells, or one row by itself. */
function titleRows(rows: readonly SheetRow[]): number {
  const table = rows.findIndex(({ columns }) => columns.length > 1);
  if (table < 0 && rows.length === 1) return 1;
  return table > 0 && table <= MAX_TITLE_ROWS ? table : 0;
}

/** The rows with their cells placed in the columns that the first rows use. */
function aligned(rows: readonly SheetRow[]): string[][] {
  const used = [...new Set(rows.flatMap(({ columns }) => columns))].sort((a, b) => a - b);
  const places = new Map(used.map((column, index) => [column, index]));
  return rows.map(({ columns, values }) => {
    const cells = used.map(() => '');
    for (const [index, column] of columns.entries()) cells[places.get(column) ?? 0] = values[index] ?? '';
    return cells;
  });
}
