import { statSync } from 'node:fs';
import type { ThreadWriter } from './thread-writer.ts';
import type { Transactions } from './transactions.ts';

const EVERY_MS = 2_000;

/** Moves the log into the database file now and then, in the writer's thread: inside a commit it made deletes of 4 ms
 *  take 120. Returns the function that ends it. */
export function scheduleCheckpoints(
  path: string,
  thread: ThreadWriter,
  transactions: Transactions,
): () => void {
  const logPath = `${path}-wal`;
  let isRunning = false;
  const timer = setInterval(async () => {
    const { size } = statSync(logPath, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size === 0 || isRunning) return;
    isRunning = true;
    await transactions.alone(() => thread.checkpoint()).catch(() => undefined);
    isRunning = false;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
