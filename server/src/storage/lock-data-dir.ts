import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#lib/operator-error.ts';

/** Creates the data folder if it is missing, and locks it for one server. The operating system releases the lock when
 *  the process ends for any reason. Returns a function that releases it. Throws if another server holds the lock, or if
 *  the folder cannot be created or written. */
export function lockDataDir(dataDir: string): () => void {
  const folder = resolve(dataDir);
  makeFolder(folder);
  const lockFile = join(folder, 'server.lock');
  // Create the file here, because SQLite would make it readable for every user.
  closeSync(openSync(lockFile, 'a', 0o600));
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new OperatorError(
      `Another server is running on the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return () => lock.close();
}

function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) {
      // `recursive` only when needed: with it Node loops forever below a folder that cannot hold new folders, such as
      // /proc.
      mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 });
    }
    accessSync(folder, constants.W_OK);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
  } catch (cause) {
    const { message } = cause as Error;
    throw new OperatorError(
      `The data folder ${folder} cannot be created or written (${message}): set DATA_DIR to a folder that this user owns.`,
      { cause },
    );
  }
}
