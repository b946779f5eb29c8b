import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageAddress } from '#config/storage.ts';
import { type Restored, restoreBackup } from '#storage/backup/restore-backup.ts';
import type { TableOfBackup } from '#storage/backup/write-backup.ts';
import { lockDataDir } from '#storage/lock-data-dir.ts';
import { prepareRestore, type StorageAddress } from '#storage/open-store.ts';
import { readCompressed } from './backup-file.ts';
import { backupText, onBackup } from './backup-text.ts';
import { assertUnused } from './check-bucket.ts';
import type { Call } from './command.ts';

type Options = { file: string; isQuiet: boolean };

/** `footnote restore`: restores a backup, or verifies that it can be. */
export async function restoreCommand({
  config,
  values,
  args: [file = ''],
}: Call<{ verify: boolean; quiet: boolean; json: boolean }>): Promise<void> {
  const startedAt = performance.now();
  const options = { file, isQuiet: values.quiet };
  const { header, tables } = await (values.verify
    ? verify(options)
    : restore(storageAddress(config), options));
  const seconds = (performance.now() - startedAt) / 1_000;
  const createdAt = new Date(header.created_at).toISOString();
  const about = `Footnote ${header.footnote}, schema ${header.schemas[header.engine]} of the ${header.engine} engine, ${createdAt}`;
  const end = values.verify
    ? 'The backup is complete and can be restored.'
    : `Restored. Keys revoked and sources deleted after ${createdAt} are back: revoke and delete them again.`;
  console.log(
    values.json
      ? JSON.stringify({ ...header, created_at: createdAt, seconds, tables })
      : `${about}\n\n${backupText(tables)}\n\n${end} It took ${seconds.toFixed(1)} s.`,
  );
}

async function restore(address: StorageAddress, options: Options): Promise<Restored> {
  await using stack = new AsyncDisposableStack();
  if ('dataDir' in address) stack.defer(lockDataDir(address.dataDir));
  await assertUnused(address);
  const place = await prepareRestore(address);
  stack.defer(place.end);
  const restored = await fill(place.address, options);
  await place.take();
  return restored;
}

async function verify(options: Options): Promise<Restored> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-verify-'));
  try {
    return await fill({ dataDir }, options);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(address: StorageAddress, { file, isQuiet }: Options): Promise<Restored> {
  const seen: TableOfBackup[] = [];
  return await readCompressed(file, (bytes) => restoreBackup(bytes, address, onBackup(seen, isQuiet)));
}
