import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openSqlite, sqlitePath } from '#storage/sqlite/open-sqlite.ts';
import { TABLE_NAMES, type TableName, tableOf } from '#storage/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-columns-'));
await openSqlite({ dataDir: folder, environment: 'live', indexMemoryBytes: 0, isOnlyServer: true }).close();
const database = new DatabaseSync(sqlitePath(folder, 'live'));
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const KINDS: Record<string, string> = { TEXT: 'text', INTEGER: 'integer', REAL: 'real', BLOB: 'bytes' };

it('names every table of the schema that outlives a process', () => {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => row['name']);
  expect(
    [
      ...TABLE_NAMES,
      'archive_entries',
      'archive_parts',
      'archives',
      'blob_deletions',
      'message_index',
      'message_index_config',
      'message_index_data',
      'message_index_idx',
      'message_rows',
      'rate_counts',
      'running_chats',
      'segment_packs',
      'segment_removals',
      'source_changes',
      'turn_tickets',
      'upload_parts',
      'uploads',
    ].sort(),
  ).toEqual(tables.sort());
});

it.each(TABLE_NAMES)('gives %s the key and columns of the schema', (table) => {
  const schema = database.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table);
  expect(tableOf(table).columns).toEqual(
    Object.fromEntries(schema.map(({ name, type }) => [name, KINDS[String(type)]])),
  );
  const key = schema.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
  expect(tableOf(table).key).toEqual(key.map(({ name }) => name));
});

it.each(TABLE_NAMES)('puts %s after the tables that it refers to', (table) => {
  const parents = database.prepare('SELECT "table" AS parent FROM pragma_foreign_key_list(?)').all(table);
  for (const { parent } of parents)
    expect(TABLE_NAMES.indexOf(parent as TableName)).toBeLessThan(TABLE_NAMES.indexOf(table));
});

it('puts jobs last', () => {
  expect(TABLE_NAMES.at(-1)).toBe('jobs');
});
