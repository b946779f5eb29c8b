import type { OnBackup, TableOfBackup } from '#storage/backup/write-backup.ts';
import { progressLines } from './progress-lines.ts';
import { textTable } from './text-table.ts';

/** Collects the tables of a backup and prints lines of progress. */
export function onBackup(tables: TableOfBackup[], isQuiet: boolean): OnBackup {
  const progress = isQuiet ? () => {} : progressLines();
  return {
    rows: ({ environment, table }, count, what) =>
      progress(`${environment}: ${table}, ${count.toLocaleString('en')} rows ${what}`),
    table: (table) => void tables.push(table),
  };
}

/** A line for each table that has rows. */
export const backupText = (tables: readonly TableOfBackup[]): string =>
  textTable(
    ['environment', 'table', 'rows', 'bytes', 'content'],
    tables
      .filter(({ content }) => content.rows > 0)
      .map(({ environment, table, content }) => [
        environment,
        table,
        content.rows.toLocaleString('en'),
        content.bytes.toLocaleString('en'),
        content.sha256.slice(0, 12),
      ]),
    (index) => index === 2 || index === 3,
  );
