import type { Writer } from './writer.ts';

/** Runs write transactions one at a time, in the order of the calls. */
export type Transactions = {
  /** `committed` runs synchronously after the commit. */
  run<T>(writer: Writer, work: () => Promise<T>, committed: () => void): Promise<T>;
  /** Runs between transactions. */
  alone(work: () => Promise<void>): Promise<void>;
};

/** How long consecutive transactions may run before requests get a turn. Statements of the local writer never wait, so
 *  they would not yield on their own. */
const TURN_MS = 2;

export function createTransactions(): Transactions {
  const queue: (() => Promise<void>)[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    let turnEndsAt = performance.now() + TURN_MS;
    for (let task = queue.shift(); task; task = queue.shift()) {
      await task();
      if (queue.length > 0 && performance.now() > turnEndsAt) {
        await new Promise(setImmediate);
        turnEndsAt = performance.now() + TURN_MS;
      }
    }
    running = false;
  };
  const inTurn = <T>(task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(() => task().then(resolve, reject));
      if (!running) void drain();
    });
  return {
    run: (writer, work, committed) => inTurn(() => commit(writer, work, committed)),
    alone: inTurn,
  };
}

async function commit<T>(writer: Writer, work: () => Promise<T>, committed: () => void): Promise<T> {
  await writer.run('BEGIN IMMEDIATE');
  let value: T;
  try {
    value = await work();
    await writer.run('COMMIT');
  } catch (error) {
    // When the disk is full, SQLite has already rolled back.
    await writer.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  committed();
  return value;
}
