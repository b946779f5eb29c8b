import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#lib/operator-error.ts';

/** Makes sure that one server alone works on a data folder, by a lock that the operating system takes back however
 *  the process ends. Returns the function that gives it up. Throws when another server has it. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new OperatorError(
      `Another server is running on the data folder ${resolve(dataDir)}: stop it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return () => lock.close();
}
