import { csvRow } from '#server/isomorphic/csv.ts';
import type { Column } from './columns.ts';

/** Downloads rows as CSV, with all columns that have a value. */
export function downloadCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const written = columns.filter((column) => column.value);
  const lines = [
    csvRow(written.map(({ head }) => head)),
    ...rows.map((row) => csvRow(written.map(({ value }) => value?.(row)))),
  ];
  const url = URL.createObjectURL(new Blob(lines, { type: 'text/csv;charset=utf-8' }));
  downloadFrom(url, `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
  // The browser may begin to read it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads by the browser itself, whatever the size. The answer names the file if `name` does not. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
