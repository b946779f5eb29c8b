import { OperatorError } from '#lib/operator-error.ts';
import type { Engine } from '#storage/engine.ts';
import { type SegmentRow, TABLE_NAMES, type TableName } from '#storage/tables.ts';
import { assertReadable } from './assert-readable.ts';
import {
  type AnyRow,
  countRows,
  createTableSum,
  insertRows,
  lastRow,
  readRows,
  type TableContent,
} from './table-rows.ts';

/** What is read of an engine or of a snapshot. */
type Readable = Pick<Engine, 'environment' | 'reads'>;

/** A copy moves all rows of one environment from `from` to `to`. Both services must be stopped. */
type Ends = { from: Readable; to: Engine };

/** Called from time to time with the number of copied rows of the table. */
type OnRows = (rows: number) => void;

/** Throws when there is nothing to copy, or when the target contains anything but the beginning of this copy. A copy
 *  goes through the tables in the order of TABLE_NAMES, and through a table in the order of its key, and commits page
 *  by page. After an interruption the target has complete tables, then the first rows of one table, then empty tables. */
export async function assertCanCopy({ from, to }: Ends): Promise<void> {
  const ours = await workspaceIds(from);
  if (ours.length === 0)
    throw new OperatorError(
      `There is no workspace in the ${from.environment} environment of the source: pass the folder or database that the service has used as --from.`,
    );
  const stranger = (await workspaceIds(to)).find((id) => !ours.includes(id));
  if (stranger !== undefined)
    throw new OperatorError(
      `The target has the workspace ${stranger} in its ${to.environment} environment, which the source does not have: name an empty target.`,
    );
  let isCutOff = false;
  for (const table of TABLE_NAMES) {
    const copied = await countRows(to.reads, table);
    const last = await lastRow(to.reads, table);
    const isBeginning = last === undefined || copied === (await countRows(from.reads, table, last));
    if (!isBeginning || (isCutOff && copied > 0))
      throw new OperatorError(
        `The target has rows in ${table} (${to.environment}) that are not the start of this copy, because the source or the target has been used since it started: empty the target and start again.`,
      );
    isCutOff ||= copied < (await countRows(from.reads, table));
  }
}

/** Copies the rows of a table that the target lacks, in transactions of bounded size. After a crash, run it again: the
 *  target has all rows up to its greatest key (see assertCanCopy). Returns how many rows it copied. */
export async function copyTable({ from, to }: Ends, table: TableName, onRows: OnRows): Promise<number> {
  let count = 0;
  for await (const rows of readRows(from.reads, table, await lastRow(to.reads, table))) {
    await writeRows(to, table, rows);
    count += rows.length;
    onRows(count);
  }
  return count;
}

/** Adds a page of rows in a transaction. Throws when it has a segment that cannot be read. */
export async function writeRows(to: Engine, table: TableName, rows: readonly AnyRow[]): Promise<void> {
  if (table === 'segments') assertReadable(rows as readonly AnyRow[] as readonly SegmentRow[]);
  await to.transaction((tx) => insertRows(tx.db, table, rows), { isLarge: true });
}

/** Reads a whole table and summarises it. */
export async function tableContent(
  engine: Readable,
  table: TableName,
  onRows: OnRows,
): Promise<TableContent> {
  const sum = createTableSum();
  let count = 0;
  for await (const rows of readRows(engine.reads, table)) {
    sum.add(rows);
    count += rows.length;
    onRows(count);
  }
  return sum.content();
}

async function workspaceIds({ reads }: Readable): Promise<string[]> {
  const rows = await reads.selectFrom('workspaces').select('workspace_id').execute();
  return rows.map((row) => row.workspace_id);
}
