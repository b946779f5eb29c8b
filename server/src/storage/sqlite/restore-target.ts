import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENVIRONMENTS } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { RestoreTarget } from '#storage/engine.ts';
import { sqlitePath } from './open-sqlite.ts';

/** Prepares a folder within the data folder, which must be locked by the caller and must not contain databases yet.
 *  Both are on the same file system, so that the databases can be moved in one step. Deletes what a killed restore left
 *  there. */
export async function prepareSqliteRestore({
  dataDir,
}: {
  dataDir: string;
}): Promise<RestoreTarget<{ dataDir: string }>> {
  const place = join(dataDir, 'restoring');
  for (const environment of ENVIRONMENTS) assertMissing(sqlitePath(dataDir, environment));
  rmSync(place, { recursive: true, force: true });
  return {
    address: { dataDir: place },
    take: async () => {
      // Move live last: without it, the storage does not count as existing.
      for (const environment of [...ENVIRONMENTS].reverse()) {
        const path = sqlitePath(place, environment);
        if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
          throw new Error(`${path}-wal is not empty: something has the restored database open.`);
        renameSync(path, sqlitePath(dataDir, environment));
      }
      syncFolder(dataDir);
    },
    end: async () => rmSync(place, { recursive: true, force: true }),
  };
}

function assertMissing(path: string): void {
  if (!existsSync(path)) return;
  throw new OperatorError(
    `${resolve(path)} is there already: a backup is restored into an empty folder. Name one by DATA_DIR, or move these files away.`,
  );
}

/** Flushes the names of a folder's files to the disk. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
