import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Snapshot } from '#storage/engine.ts';
import { TABLE_NAMES, tableOf } from '#storage/tables.ts';
import type { BackupEnd, BackupHeader, TableBegin } from './backup-lines.ts';
import { withBytes } from './rows-with-bytes.ts';
import { createTableSum, readRows, type TableContent } from './table-rows.ts';

/** One table of one environment in a backup. */
export type TableOfBackup = Pick<TableBegin, 'environment'> & { table: string; content: TableContent };

/** Called with the progress: how many rows of a table were read, restored or compared so far, and each finished table. */
export type OnBackup = {
  rows(table: Omit<TableOfBackup, 'content'>, count: number, what: 'read' | 'restored' | 'compared'): void;
  table(table: TableOfBackup): void;
};

/** The lines of a backup (see backup-lines.ts), uncompressed, in parts of a few megabytes. */
export async function* writeBackup(
  header: BackupHeader,
  snapshots: readonly Snapshot[],
  on: OnBackup,
): AsyncGenerator<Uint8Array> {
  const lines = createHash('sha256');
  const line = (value: BackupHeader | TableBegin | TableContent): Uint8Array => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    lines.update(bytes);
    return bytes;
  };
  yield line(header);
  for (const { environment, db, blobs } of snapshots) {
    for (const table of TABLE_NAMES) {
      yield line({ environment, table, columns: tableOf(table).columns });
      const sum = createTableSum();
      let count = 0;
      for await (const rows of withBytes(readRows(db, table), table, blobs)) {
        yield sum.add(rows);
        count += rows.length;
        on.rows({ environment, table }, count, 'read');
      }
      const content = sum.content();
      yield line(content);
      on.table({ environment, table, content });
    }
  }
  const end: z.infer<typeof BackupEnd> = { sha256: lines.digest('hex') };
  yield Buffer.from(`${JSON.stringify(end)}\n`);
}
