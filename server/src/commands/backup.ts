import { basename } from 'node:path';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { systemClock } from '#lib/clock.ts';
import { ENVIRONMENTS } from '#lib/environment.ts';
import { VERSION } from '#lib/version.ts';
import { COMMAND_LINE, recordAudit } from '#records/audit.ts';
import { BACKUP_FORMAT, type BackupHeader } from '#storage/backup/backup-lines.ts';
import { type TableOfBackup, writeBackup } from '#storage/backup/write-backup.ts';
import type { Snapshot } from '#storage/engine.ts';
import { engineOf, openSnapshot, SCHEMA_VERSIONS } from '#storage/open-store.ts';
import { writeCompressed } from './backup-file.ts';
import { backupText, onBackup } from './backup-text.ts';
import type { Call } from './command.ts';
import { usageError, withStore } from './with-store.ts';

/** `footnote backup`: writes a consistent snapshot of the installation to one file. */
export async function backupCommand({
  config,
  values,
  args: [file = ''],
}: Call<{ quiet: boolean; json: boolean }>): Promise<void> {
  if (file === '-' && process.stdout.isTTY)
    throw usageError('Standard output is a terminal. Redirect it to a file or another program.');
  const startedAt = performance.now();
  const tables: TableOfBackup[] = [];
  await using stack = new AsyncDisposableStack();
  const address = storageAddress(config);
  const created_at = Date.now();
  // Both at the start, so that they show nearly the same moment.
  const snapshots: Snapshot[] = [];
  for (const environment of ENVIRONMENTS) {
    const snapshot = await openSnapshot(address, environment);
    stack.defer(snapshot.close);
    snapshots.push(snapshot);
  }
  const header: BackupHeader = {
    footnote_backup: BACKUP_FORMAT,
    footnote: VERSION,
    schemas: SCHEMA_VERSIONS,
    engine: engineOf(address),
    created_at,
  };
  const bytes = await writeCompressed(file, writeBackup(header, snapshots, onBackup(tables, values.quiet)));
  await note(config, { file: file === '-' ? 'standard output' : basename(file), bytes });
  const seconds = (performance.now() - startedAt) / 1_000;
  const result = values.json
    ? JSON.stringify({ file, bytes, seconds, created_at: new Date(created_at).toISOString(), tables })
    : `${backupText(tables)}\n\n${bytes.toLocaleString('en')} bytes in ${seconds.toFixed(1)} s`;
  if (file === '-') console.error(result);
  else console.log(result);
}

/** Adds the backup to the audit log of the oldest workspace. A failure, such as on a read-only folder, is only printed: the
 *  backup is complete by then. */
async function note(config: Config, details: { file: string; bytes: number }): Promise<void> {
  try {
    await withStore(config, 'live', async (live) => {
      const [oldest] = await live.workspaceIds();
      if (oldest === undefined) return;
      await live.workspace(oldest).transaction((tx) =>
        recordAudit(tx, {
          actor: COMMAND_LINE,
          action: 'backup.created',
          subjectId: oldest,
          details,
          now: systemClock.now(),
        }),
      );
    });
  } catch (error) {
    console.error(
      `The backup is complete, but the audit log has no entry for it: ${(error as Error).message}`,
    );
  }
}
