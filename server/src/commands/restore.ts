import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { type Restored, restoreBackup } from '#storage/backup/restore-backup.ts';
import type { TableOfBackup } from '#storage/backup/write-backup.ts';
import { lockDataDir } from '#storage/lock-data-dir.ts';
import { prepareRestore, type StorageAddress } from '#storage/open-store.ts';
import { readCompressed } from './backup-file.ts';
import { backupText, onBackup } from './backup-text.ts';

export const RESTORE_USAGE = `footnote restore FILE [--verify] [--quiet] [--json]

  FILE      a file of \`footnote backup\`, or - for standard input
  --verify  restore into a temporary folder (TMPDIR) and report, without touching the installation
  --quiet   print no progress
  --json    print one JSON object

Restores into DATA_DIR or DATABASE_URL, which must be empty. The backup may come from either engine. All rows are read back
and compared before they become the installation. Exit code 1 when anything is wrong.`;

type Options = { file: string; isQuiet: boolean };

/** `footnote restore`: restores a backup, or verifies that it can be. */
export async function restoreCommand(config: Config, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      verify: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new OperatorError(`Give the backup file:\n${RESTORE_USAGE}`, { exitCode: 2 });
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
