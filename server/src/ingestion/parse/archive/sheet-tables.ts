import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { tableRows } from '#ingestion/parse/table-rows.ts';
import { findHeader, type Header, isName, type TopRow } from './header-row.ts';
import { createMergedCells, type MergedCells } from './merged-cells.ts';
import type { SheetRow } from './sheet-row.ts';

/** Marks of the cells of a sheet. Some formats store them after the rows, so readers may add to them until the end. */
export type SheetMarks = {
  merged: MergedCells;
  /** The numbers of the rows that are headers: of its tables and filters, and at the end of the frozen rows. */
  headers: Set<number>;
};

export const createSheetMarks = (): SheetMarks => ({ merged: createMergedCells(), headers: new Set() });

/** The rows and cells that wait for the end of the sheet and what it says of them. A larger sheet is passed on as it is
 *  read. */
const MAX_WAITING = { rows: 20_000, cells: 400_000 };

/** The number of rows to read before deciding if a table has a header. */
const SAMPLE_ROWS = 20;
/** The most single-cell rows above a table to take for its title and remarks. */
const MAX_TITLE_ROWS = 5;
/** The most empty rows between a header and the rows that it names. */
const MAX_GAP = 2;
const MAX_HEADERS = 3;

/** A builder of the content of a sheet, which comes below its name as the heading. A sheet without content adds
 *  nothing. */
export function createSheetBuilder(
  builder: Pick<DocumentBuilder, 'add'>,
  name: string,
): Pick<DocumentBuilder, 'add'> {
  let isNamed = false;
  return {
    add: (kind, text, properties) => {
      if (text.trim() === '') return;
      if (!isNamed) builder.add('heading', name, { level: 2 });
      isNamed = true;
      builder.add(kind, text, properties);
    },
  };
}

/** Builds tables from the rows of a sheet, in order. An empty row ends a table. Single cells above a table are its
 *  title. Rows at the top that look like a header name the cells below, also those of later tables in the same columns
 *  that have no header. Keeps only a few rows in memory. */
export function createSheetTables(builder: Pick<DocumentBuilder, 'add'>, marks: SheetMarks, sheet: string) {
  let last = 0;
  let sample: SheetRow[] | undefined = [];
  /** The number of rows of the sample above the gap in it. */
  let above = 0;
  let header = new Map<number, string>();

  const add = (kind: 'paragraph' | 'table-row', text: string, { number, columns }: SheetRow): void => {
    const [left = 0, right = left] = [columns[0], columns.at(-1)];
    builder.add(kind, text, { place: { kind: 'cells', sheet, row: number, left, right } });
  };
  const emit = (row: SheetRow): void => {
    const { columns, values } = row;
    const names = columns.map((column) => header.get(column) ?? '');
    for (const line of tableRows(names, [values])) add('table-row', line, row);
  };
  const addTable = (rows: readonly SheetRow[]): void => {
    const titles = titleRows(rows);
    for (const row of rows.slice(0, titles)) add('paragraph', row.values.join(' '), row);
    const body = rows.slice(titles);
    if (body.length === 0) return;
    const found = headerOf(body, marks);
    if (!found && !fits(header, body)) header = new Map();
    for (const row of body.slice(0, found?.above ?? 0)) add('table-row', row.values.join(' | '), row);
    if (found) header = found.names;
    for (const row of body.slice(found ? found.above + found.rows : 0)) emit(row);
  };
  const decide = (): void => {
    const rows = sample ?? [];
    const upper = above;
    sample = undefined;
    above = 0;
    // A header stands apart from its rows only if they have none.
    if (upper > 0 && (upper === rows.length || headerOf(rows.slice(upper), marks))) {
      addTable(rows.slice(0, upper));
      if (rows.length > upper) addTable(rows.slice(upper));
    } else addTable(rows);
  };
  let waiting: SheetRow[] | undefined = [];
  let cells = 0;
  const stopWaiting = (): void => {
    const rows = waiting ?? [];
    waiting = undefined;
    for (const row of rows) addRow(row);
  };
  const addRow = (plain: SheetRow): void => {
    const row = marks.merged.fill(plain);
    const isApart = row.columns.length === 0 || row.number > last + 1;
    const isNear = row.number <= last + 1 + MAX_GAP;
    if (row.columns.length > 0) last = row.number;
    if (isApart && sample?.length !== 0) {
      if (sample && isNear && above === 0 && mayNameLaterRows(sample)) {
        if (row.columns.length > 0) above = sample.length;
      } else if (!isNear || row.columns.length > 0) {
        if (sample) decide();
        sample = [];
      }
    }
    if (row.columns.length === 0) return;
    if (marks.headers.has(row.number) && (!sample || sample.length > MAX_TITLE_ROWS + MAX_HEADERS)) {
      if (sample) decide();
      sample = [];
    }
    if (!sample) emit(row);
    else if (sample.push(row) > SAMPLE_ROWS) decide();
  };
  return {
    addRow: (row: SheetRow): void => {
      if (!waiting) {
        addRow(row);
        return;
      }
      cells += row.columns.length;
      waiting.push(row);
      if (waiting.length > MAX_WAITING.rows || cells > MAX_WAITING.cells) stopWaiting();
    },
    finish: (): void => {
      stopWaiting();
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

/** The header of a table, with its names by column of the sheet. */
function headerOf(
  body: readonly SheetRow[],
  marks: SheetMarks,
): (Omit<Header, 'names'> & { names: Map<number, string> }) | undefined {
  const used = [...new Set(body.flatMap(({ columns }) => columns))].sort((a, b) => a - b);
  const places = new Map(used.map((column, index) => [column, index]));
  const declared = body.slice(0, MAX_HEADERS).findIndex(({ number }) => marks.headers.has(number));
  // Rows above a declared header belong to it if they have only names.
  const isHeader = body
    .slice(0, Math.max(0, declared))
    .every(({ values }) => values.every((value) => isName(value.trim())));
  const found = findHeader(
    body.map((row, index): TopRow => {
      const cells = used.map(() => '');
      const spans = new Map<number, number>();
      for (const [at, column] of row.columns.entries()) {
        const place = places.get(column) ?? 0;
        cells[place] = row.values[at] ?? '';
        const right = column + marks.merged.width(row.number, column) - 1;
        const width = used.findLastIndex((other) => other <= right) - place + 1;
        if (width > 1) spans.set(place, width);
      }
      return { cells, spans, isMarked: row.isMarked, isDeclared: isHeader && index <= declared };
    }),
  );
  return (
    found && {
      ...found,
      names: new Map(found.names.map((name, index) => [used[index] ?? 0, name])),
    }
  );
}

/** True for a header that may stand apart from its rows: one row of at least three names below the titles. */
function mayNameLaterRows(rows: readonly SheetRow[]): boolean {
  const [only, ...more] = rows.slice(titleRows(rows));
  return (
    only !== undefined &&
    more.length === 0 &&
    only.values.length > 2 &&
    only.values.every((value) => isName(value.trim()))
  );
}

/** True if rows without a header continue the table above: they use its columns, and most of them. */
function fits(header: ReadonlyMap<number, string>, rows: readonly SheetRow[]): boolean {
  const widest = rows.reduce((most, { columns }) => Math.max(most, columns.length), 0);
  return (
    widest > 1 &&
    widest * 2 >= header.size &&
    rows.every(({ columns }) => columns.every((column) => header.has(column)))
  );
}
