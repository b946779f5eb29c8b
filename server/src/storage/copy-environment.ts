import { createHash } from 'node:crypto';
import { OperatorError } from '#lib/operator-error.ts';
import type { Engine, Transaction } from './engine.ts';
import { columnsOf, TABLE_NAMES, type TableName } from './table-columns.ts';
import { type AnyRow, countRows, insertRows, lastRow, readRows } from './table-rows.ts';
import type { SegmentRow } from './tables.ts';

/** The ends of a copy: all rows of one environment of `from`, which nobody serves meanwhile, go to `to`. */
type Ends = { from: Engine; to: Engine };

/** Is told from time to time how many rows of the table are done. */
type OnRows = (rows: number) => void;

/** What a table holds, as one number. `bytes`: of what the hash was taken of. */
export type TableContent = { rows: number; bytes: number; sha256: string };

/** Throws when there is nothing to copy, or when the target holds anything but the beginning of this copy.
 *  A copy goes table by table in the order of TABLE_NAMES, in each in the order of the key, and commits page by page. So
 *  wherever it was cut off, the target has whole tables, then the first rows of one, then empty ones. */
export async function assertCanCopy({ from, to }: Ends): Promise<void> {
  const ours = await workspaceIds(from);
  if (ours.length === 0)
    throw new OperatorError(
      `There is no workspace in the ${from.environment} environment of the source: name by --from what the service has used.`,
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
        `The target has rows in ${table} (${to.environment}) that are not the beginning of this copy, because the source or the target has been used since it began: empty the target and begin anew.`,
      );
    isCutOff ||= copied < (await countRows(from.reads, table));
  }
}

/** Copies what the target lacks of a table, in transactions of bounded size. It may be cut off at any moment and run
 *  again: the rows up to the greatest key in the target are there, see assertCanCopy. Returns how many it copied. */
export async function copyTable({ from, to }: Ends, table: TableName, onRows: OnRows): Promise<number> {
  let count = 0;
  for await (const rows of readRows(from.reads, table, await lastRow(to.reads, table))) {
    await to.transaction((tx) => insert(to, tx, table, rows), { isBulky: true });
    count += rows.length;
    onRows(count);
  }
  return count;
}

async function insert(to: Engine, tx: Transaction, table: TableName, rows: AnyRow[]): Promise<void> {
  if (table !== 'segments') return await insertRows(tx.db, table, rows);
  for (const row of rows as SegmentRow[]) {
    await to.search.writeSegment(
      tx,
      {
        workspaceId: row.workspace_id,
        knowledgeBaseId: row.knowledge_base_id,
        sourceId: row.source_id,
        revision: row.revision,
        indexVersion: row.index_version,
      },
      { chunkCount: row.chunk_count, bytes: row.bytes },
    );
  }
}

/** Reads a table from end to end. The hash is SHA-256 of its rows in the order of the key: each is the JSON array of its
 *  values in the order of TABLE_COLUMNS, with a line end, and then the bytes of the binary ones, whose length stands in
 *  the array. */
export async function tableContent(engine: Engine, table: TableName, onRows: OnRows): Promise<TableContent> {
  const columns = Object.keys(columnsOf(table).columns);
  const hash = createHash('sha256');
  const content = { rows: 0, bytes: 0 };
  const add = (part: string | Uint8Array): void => {
    hash.update(part);
    content.bytes += Buffer.byteLength(part);
  };
  for await (const rows of readRows(engine.reads, table)) {
    for (const row of rows) {
      const values = columns.map((column) => row[column]);
      const binary = values.filter((value) => value instanceof Uint8Array);
      add(`${JSON.stringify(values.map((value) => (value instanceof Uint8Array ? value.length : value)))}\n`);
      for (const value of binary) add(value);
    }
    content.rows += rows.length;
    onRows(content.rows);
  }
  return { ...content, sha256: hash.digest('hex') };
}

async function workspaceIds({ reads }: Engine): Promise<string[]> {
  const rows = await reads.selectFrom('workspaces').select('workspace_id').execute();
  return rows.map((row) => row.workspace_id);
}
