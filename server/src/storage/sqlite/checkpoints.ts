import { statSync } from 'node:fs';
import type { Transactions } from './transactions.ts';
import type { Writer } from './writer.ts';

const EVERY_MS = 2_000;

/** A log up to this size is moved in about 5 ms, which is not worth a thread. */
const SMALL_LOG_BYTES = 1024 * 1024;

/** Moves the log into the database file now and then, and empties it, so that deleted text does not linger there. Never
 *  as part of a commit: that made deletes of 4 ms take 120. Returns the function that ends it. */
export function scheduleCheckpoints(
  path: string,
  { local, thread, transactions }: { local: Writer; thread: Writer; transactions: Transactions },
): () => void {
  const logPath = `${path}-wal`;
  let isRunning = false;
  const timer = setInterval(async () => {
    const { size } = statSync(logPath, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size === 0 || isRunning) return;
    isRunning = true;
    const writer = size <= SMALL_LOG_BYTES ? local : thread;
    await transactions.alone(() => checkpoint(writer)).catch(() => undefined);
    isRunning = false;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Moves the log and empties it, as far as is possible at once: without a timeout, a reader in another process (a backup) is not waited for. */
export async function checkpoint(writer: Writer): Promise<void> {
  await writer.run('PRAGMA busy_timeout = 0');
  try {
    await writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await writer.run('PRAGMA busy_timeout = 10000');
  }
}
