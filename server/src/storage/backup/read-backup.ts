import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { OperatorError } from '#lib/operator-error.ts';
import { BACKUP_FORMAT, BackupEnd, BackupHeader, TableBegin, TableEnd } from './backup-lines.ts';
import { createByteReader } from './byte-reader.ts';
import { type AnyRow, createTableSum, PAGE_BYTES, PAGE_ROWS, type TableContent } from './table-rows.ts';

/** The parts of a backup, in order. `rows` are pages of the table whose end follows them. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'rows'; begin: TableBegin; rows: AnyRow[] }
  | { kind: 'table'; begin: TableBegin; content: TableContent };

/** Reads the decompressed lines of a backup. Throws at the first line that was changed, and when the end is missing. */
export async function* readBackup(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const reader = createByteReader(bytes);
  const lines = createHash('sha256');
  const control = <T>(schema: z.ZodType<T>, line: Uint8Array): T => {
    lines.update(line);
    return parsed(schema, line);
  };
  const headerLine = await reader.line();
  if (!headerLine) throw damaged('it is empty');
  const header = control(BackupHeader, headerLine);
  if (header.footnote_backup > BACKUP_FORMAT)
    throw new OperatorError(
      `Footnote ${header.footnote} wrote this backup in a newer format: restore it with that version, or a newer one.`,
    );
  yield { kind: 'header', header };
  for (;;) {
    const line = await reader.line();
    if (!line) throw damaged('its end is missing');
    const value: unknown = parse(line);
    if (BackupEnd.safeParse(value).success) {
      if (parsed(BackupEnd, line).sha256 !== lines.digest('hex'))
        throw damaged('its tables are not those that were written');
      if (await reader.line()) throw damaged('something follows its end');
      return;
    }
    const begin = control(TableBegin, line);
    yield* readTable(reader, begin, (end) => control(TableEnd, end));
  }
}

async function* readTable(
  reader: ReturnType<typeof createByteReader>,
  begin: TableBegin,
  readEnd: (line: Uint8Array) => TableContent,
): AsyncGenerator<BackupPart> {
  const columns = Object.entries(begin.columns);
  const sum = createTableSum();
  let page: AnyRow[] = [];
  let pageBytes = 0;
  const takePage = (): BackupPart => {
    const rows = page;
    sum.add(rows);
    [page, pageBytes] = [[], 0];
    return { kind: 'rows', begin, rows };
  };
  for (;;) {
    const line = await reader.line();
    if (!line) throw damaged(`it ends within ${begin.table} (${begin.environment})`);
    if (line[0] !== BRACKET) {
      if (page.length > 0) yield takePage();
      const expected = readEnd(line);
      const content = sum.content();
      if (content.rows !== expected.rows || content.sha256 !== expected.sha256)
        throw damaged(`the rows of ${begin.table} (${begin.environment}) are not those that were written`);
      yield { kind: 'table', begin, content };
      return;
    }
    const row = await rowOf(line, columns, reader);
    page.push(row);
    pageBytes += line.length + sizeOfBytes(row);
    if (page.length === PAGE_ROWS || pageBytes >= PAGE_BYTES) yield takePage();
  }
}

const BRACKET = '['.charCodeAt(0);

async function rowOf(
  line: Uint8Array,
  columns: [name: string, kind: string][],
  reader: ReturnType<typeof createByteReader>,
): Promise<AnyRow> {
  const values = parse(line) as (string | number | null)[];
  if (values.length !== columns.length) throw damaged('a row has other columns than its table');
  const row: AnyRow = {};
  for (const [index, [column, kind]] of columns.entries()) {
    const value = values[index] ?? null;
    row[column] = kind === 'bytes' && value !== null ? await takeBytes(reader, Number(value)) : value;
  }
  return row;
}

async function takeBytes(reader: ReturnType<typeof createByteReader>, length: number): Promise<Uint8Array> {
  const bytes = await reader.take(length);
  if (!bytes) throw damaged('it ends within a row');
  return bytes;
}

const sizeOfBytes = (row: AnyRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.length : 0),
    0,
  );

function parse(line: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString());
  } catch {
    throw damaged('one of its lines is not JSON');
  }
}

function parsed<T>(schema: z.ZodType<T>, line: Uint8Array): T {
  const { success, data } = schema.safeParse(parse(line));
  if (success) return data;
  throw damaged('one of its lines was not written by Footnote');
}

/** The error for a file that is truncated, changed, or not a Footnote backup. */
export const damaged = (why: string): OperatorError =>
  new OperatorError(`This is not a complete backup of Footnote: ${why}. Take another one.`);
