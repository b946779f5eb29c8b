import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Snapshot } from '#storage/engine.ts';
import { openEngine, openSnapshot } from '#storage/open-store.ts';
import { createStore } from '#storage/store.ts';
import { addIndexed, addTenant } from '../../../tests/storage-contract/tenant.ts';
import { BACKUP_FORMAT } from './backup-lines.ts';
import { createByteReader } from './byte-reader.ts';
import { type BackupPart, readBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const header = {
  footnote_backup: BACKUP_FORMAT,
  footnote: '1.2.3',
  schemas: { embedded: 1, postgres: 1 },
  engine: 'embedded',
  created_at: 1,
} as const;

/** The lines of a backup of a small installation. Its bytes contain line ends and brackets. */
async function smallBackup(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-lines-'));
  const options = { dataDir, environment: 'live', indexMemoryBytes: 0, isOnlyServer: true } as const;
  const engine = await openEngine(options);
  const tenant = await addTenant(createStore(engine));
  const sourceId = await addIndexed(tenant, ['acorn \u{1f333}\n[1]', 'kettle']);
  await tenant.store.transaction((tx) =>
    tx.contents.insertFile(sourceId, 2, [Buffer.from('\n\n[]{"sha256":"00"}\n\0\xff', 'latin1')]),
  );
  await engine.close();
  const snapshot: Snapshot = await openSnapshot({ dataDir }, 'live');
  const parts: Uint8Array[] = [];
  for await (const part of writeBackup(header, [snapshot], { rows: () => {}, table: () => {} }))
    parts.push(part);
  await snapshot.close();
  rmSync(dataDir, { recursive: true });
  return Buffer.concat(parts);
}

const bytes = await smallBackup();

/** Reads a backup that arrives in parts of `partLength` bytes. */
async function read(content: Uint8Array, partLength = 1_000): Promise<BackupPart[]> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < content.length; from += partLength)
    parts.push(content.subarray(from, from + partLength));
  const found: BackupPart[] = [];
  for await (const part of readBackup(Readable.from(parts))) found.push(part);
  return found;
}

it('a backup reads back as written, in parts of any size', async () => {
  const whole = await read(bytes, bytes.length);
  expect(whole[0]).toEqual({ kind: 'header', header });
  const rowsOf = (table: string) =>
    whole.flatMap((part) => (part.kind === 'rows' && part.begin.table === table ? part.rows : []));
  expect(rowsOf('chunks')).toMatchObject([{ text: 'acorn \u{1f333}\n[1]' }, { text: 'kettle' }]);
  expect(
    rowsOf('source_files').map((row) => Buffer.from(row['bytes'] as Uint8Array).toString('latin1')),
  ).toContain('\n\n[]{"sha256":"00"}\n\0\xff');
  for (const partLength of [1, 7, 64]) expect(await read(bytes, partLength)).toEqual(whole);
});

it('a backup truncated at any point is rejected', async () => {
  for (let length = 0; length < bytes.length; length += 31)
    await expect(read(bytes.subarray(0, length)), `${length}`).rejects.toThrow(
      'This is not a complete backup',
    );
});

it('a backup with any byte changed after its header is rejected', async () => {
  for (let place = bytes.indexOf('\n') + 1; place < bytes.length; place += 29) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.at(place) ?? 0) ^ 4, place);
    await expect(read(changed), `${place}`).rejects.toThrow('This is not a complete backup');
  }
});

it('a backup with a missing table or trailing data is rejected', async () => {
  const text = bytes.toString('latin1');
  const from = text.indexOf('{"environment":"live","table":"environment_settings"');
  const to = text.indexOf('{"environment":"live","table":"api_keys"');
  const without = Buffer.from(text.slice(0, from) + text.slice(to), 'latin1');
  await expect(read(without)).rejects.toThrow('its tables are not those that were written');
  await expect(read(Buffer.concat([bytes, bytes]))).rejects.toThrow('something follows its end');
});

it('the byte reader returns lines and byte ranges that span several parts', async () => {
  const reader = createByteReader(
    Readable.from([Buffer.from('ab'), Buffer.from('c\nde'), Buffer.from('fg\nh')]),
  );
  expect(String(await reader.line())).toBe('abc\n');
  expect(String(await reader.take(3))).toBe('def');
  expect(String(await reader.line())).toBe('g\n');
  expect(await reader.take(2)).toBe(undefined);
  expect(await reader.line()).toBe(undefined);
});
