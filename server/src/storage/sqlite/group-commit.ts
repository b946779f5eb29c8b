import type { Writer } from './writer.ts';

/** Transactions that share one commit, and so one flush of the disk: whoever is waiting when a transaction's work ends
 *  runs inside the same BEGIN…COMMIT, behind a savepoint of its own. Nobody hears of success before the commit; one
 *  that throws is rolled back to its savepoint and takes nobody with it. */

/** A group takes no further transaction after this time, so that the first in it does not wait for ever. */
const MAX_GROUP_MS = 5;

type Task = {
  work(): Promise<unknown>;
  /** Runs when the commit is known, before `resolve`. */
  committed(): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};
type Done = { task: Task; value: unknown };

export type GroupCommit = { run<T>(work: () => Promise<T>, committed: () => void): Promise<T> };

export function createGroupCommit(writer: Writer): GroupCommit {
  const queue: Task[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) await runGroup(writer, queue);
    running = false;
  };
  return {
    run: <T>(work: () => Promise<T>, committed: () => void): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        queue.push({ work, committed, resolve: resolve as (value: unknown) => void, reject });
        if (!running) void drain();
      }),
  };
}

async function runGroup(writer: Writer, queue: Task[]): Promise<void> {
  try {
    await writer.run('BEGIN IMMEDIATE');
  } catch (error) {
    queue.shift()?.reject(error);
    return;
  }
  const done: Done[] = [];
  const closesAt = performance.now() + MAX_GROUP_MS;
  try {
    for (let task = queue.shift(); task; task = performance.now() < closesAt ? queue.shift() : undefined) {
      await runBehindSavepoint(writer, task, done);
    }
    await writer.run('COMMIT');
  } catch (error) {
    // Such as a full disk at COMMIT: nothing of the whole group happened.
    await writer.run('ROLLBACK').catch(() => undefined);
    for (const { task } of done) task.reject(error);
    return;
  }
  for (const { task } of done) task.committed();
  for (const { task, value } of done) task.resolve(value);
}

async function runBehindSavepoint(writer: Writer, task: Task, done: Done[]): Promise<void> {
  // Not awaited: statements run in order, and a failure shows again in the next one.
  const savepoint = writer.run('SAVEPOINT work');
  try {
    const value = await task.work();
    await savepoint;
    await writer.run('RELEASE work');
    done.push({ task, value });
  } catch (error) {
    await savepoint.catch(() => undefined);
    task.reject(error);
    await writer.run('ROLLBACK TO work');
    await writer.run('RELEASE work');
  }
}
