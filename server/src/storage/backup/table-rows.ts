import { createHash } from 'node:crypto';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type TableName, type Tables, tableOf } from '#storage/tables.ts';

/** A row of any table, the same from both engines. Its columns have the order of the table. */
export type AnyRow = Record<string, string | number | Uint8Array | null>;

/** A database with tables known only by name. */
type AnyTables = Kysely<Record<TableName, AnyRow>>;

/** The limits of a page of rows. A larger row is a page of its own. */
export const PAGE_ROWS = 1_000;
export const PAGE_BYTES = 4 * 1024 * 1024;

/** A summary of a table. `bytes`: how many bytes were hashed. */
export type TableContent = { rows: number; bytes: number; sha256: string };

/** Columns that only concern the process that wrote them. A copy leaves them empty. */
export const TRANSIENT: Partial<Record<TableName, readonly string[]>> = {
  jobs: ['lease_until', 'lease_token'],
};

/** Parameters per statement: SQLite takes 32,766 and PostgreSQL 65,535. */
const PARAMETERS = 30_000;

const anyTables = (db: Kysely<Tables>): AnyTables => db as unknown as AnyTables;

/** The rows of a table in the order of its key, in pages of bounded size. `after`: only rows after this one. Reads the
 *  sizes before the rows, because a thousand rows may be kilobytes or a gigabyte. */
export async function* readRows(
  db: Kysely<Tables>,
  table: TableName,
  after?: AnyRow,
): AsyncGenerator<AnyRow[]> {
  let last = after;
  for (;;) {
    const sizes = await ordered(db, table, last).select(sizeOf(table).as('size')).limit(PAGE_ROWS).execute();
    if (sizes.length === 0) return;
    for (const limit of pageLengths(sizes.map(({ size }) => Number(size)))) {
      const rows = await ordered(db, table, last)
        .select(Object.keys(tableOf(table).columns))
        .limit(limit)
        .execute();
      // The rows were deleted after their sizes were read.
      if (rows.length === 0) return;
      last = rows.at(-1);
      yield rows.map((row) => portable(table, row));
    }
  }
}

/** The row with the greatest key. */
export async function lastRow(db: Kysely<Tables>, table: TableName): Promise<AnyRow | undefined> {
  const { key } = tableOf(table);
  let query = anyTables(db)
    .selectFrom(table)
    .select([...key])
    .limit(1);
  for (const column of key) query = query.orderBy(column, 'desc');
  const row = await query.executeTakeFirst();
  return row && portable(table, row);
}

/** The number of rows; with `last`, up to its key. */
export async function countRows(db: Kysely<Tables>, table: TableName, last?: AnyRow): Promise<number> {
  let query = anyTables(db)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'));
  if (last) query = query.where(compareKey(table, '<=', last));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Adds rows of one table. */
export async function insertRows(
  db: Kysely<Tables>,
  table: TableName,
  rows: readonly AnyRow[],
): Promise<void> {
  const rowsPerInsert = Math.floor(PARAMETERS / Object.keys(rows[0] ?? {}).length);
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await anyTables(db)
      .insertInto(table)
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
}

/** Summarises a table, page by page in the order of its key. The hash is the SHA-256 of its rows. Each row is the JSON
 *  array of its values in column order and a line end, followed by its binary values; the array contains their lengths. */
export function createTableSum(): { add(rows: readonly AnyRow[]): Uint8Array; content(): TableContent } {
  const hash = createHash('sha256');
  const sums = { rows: 0, bytes: 0 };
  return {
    /** Returns the hashed bytes. */
    add: (rows) => {
      const bytes = Buffer.concat(rows.flatMap(encodeRow));
      hash.update(bytes);
      sums.rows += rows.length;
      sums.bytes += bytes.length;
      return bytes;
    },
    content: () => ({ ...sums, sha256: hash.digest('hex') }),
  };
}

function encodeRow(row: AnyRow): Uint8Array[] {
  const values = Object.values(row);
  const line = JSON.stringify(values.map((value) => (value instanceof Uint8Array ? value.length : value)));
  return [Buffer.from(`${line}\n`), ...values.filter((value) => value instanceof Uint8Array)];
}

function ordered(db: Kysely<Tables>, table: TableName, after: AnyRow | undefined) {
  let query: SelectQueryBuilder<Record<TableName, AnyRow>, TableName, object> = anyTables(db).selectFrom(
    table,
  );
  if (after) query = query.where(compareKey(table, '>', after));
  for (const column of tableOf(table).key) query = query.orderBy(column);
  return query;
}

/** Both engines compare text by its bytes, so both have the same order. */
const compareKey = (table: TableName, operator: '>' | '<=', row: AnyRow) => {
  const { key } = tableOf(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const values = sql.join(key.map((column) => row[column]));
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${values})`;
};

/** The byte size of a row's text and binary columns, computed without reading them. */
const sizeOf = (table: TableName) => {
  const large = Object.entries(tableOf(table).columns).filter(
    ([, kind]) => kind === 'text' || kind === 'bytes',
  );
  return sql<number>`(${sql.join(
    large.map(([column]) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;
};

/** Divides rows of these sizes into pages, in order. Returns the number of rows per page. */
function pageLengths(sizes: readonly number[]): number[] {
  const lengths: number[] = [];
  let [rows, bytes] = [0, 0];
  for (const size of sizes) {
    if (rows > 0 && bytes + size > PAGE_BYTES) {
      lengths.push(rows);
      [rows, bytes] = [0, 0];
    }
    rows += 1;
    bytes += size;
  }
  return [...lengths, rows];
}

/** Makes a row the same from either engine. PostgreSQL returns large integers as text and does not accept U+0000 in
 *  text; U+FFFD replaces it, so that offsets stay right. */
function portable(table: TableName, row: AnyRow): AnyRow {
  const { columns } = tableOf(table);
  const result: AnyRow = {};
  for (const [column, kind] of Object.entries(columns)) {
    const value = TRANSIENT[table]?.includes(column) ? null : row[column];
    if (value === undefined) continue;
    if (value === null || kind === 'bytes') result[column] = value;
    else if (kind === 'text') result[column] = (value as string).replaceAll('\0', '\ufffd');
    else result[column] = Number(value);
  }
  return result;
}
