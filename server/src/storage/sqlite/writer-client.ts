import { Worker } from 'node:worker_threads';
import type { Writer, WriterResult } from './writer.ts';

/** One statement for the thread. */
export type WriterRequest = { id: number; sql: string; parameters: readonly unknown[] };
type WriterAnswer = { id: number } & (WriterResult | { error: { message: string; errcode?: number } });

export type WriterClient = Writer & { close(): Promise<void> };

/** The thread ends after this idle time, because it takes 12 MB. */
const IDLE_MS = 20_000;

type Waiting = Map<number, { resolve(result: WriterResult): void; reject(error: Error): void }>;

/** New objects of the thread, which keeps nothing. */
const YOUNG_MB = 4;

/** A thread and the callers waiting for its answers. */
type Thread = { worker: Worker; waiting: Waiting };

/** Writes to the database file at `path` in its own thread, which starts when needed. */
export function createWriterClient(path: string): WriterClient {
  let thread: Thread | undefined;
  /** The thread in which the open transaction began. Its statements must not continue in another. */
  let transactionThread: Thread | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = undefined;
    await ending?.worker.terminate();
  };
  const run = (sql: string, parameters: readonly unknown[] = []): Promise<WriterResult> => {
    thread ??= startThread(path, (dead) => {
      // Another thread may have started while this one was ending.
      if (thread?.worker === dead) thread = undefined;
    });
    if (sql.startsWith('BEGIN')) transactionThread = thread;
    const isLost = transactionThread !== undefined && transactionThread !== thread;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') transactionThread = undefined;
    if (isLost)
      return Promise.reject(new Error('The writer thread of the database ended during the transaction.'));
    const { worker, waiting } = thread;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => waiting.size === 0 && void end(), IDLE_MS).unref();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<WriterResult>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, sql, parameters: parameters.map(standalone) } satisfies WriterRequest);
    return promise;
  };
  return {
    run,
    // The thread's connection flushes with each commit.
    flush: async () => {},
    close: end,
  };
}

/** Posting a view copies its whole buffer, which may contain all parts of a document. */
const standalone = (value: unknown): unknown =>
  value instanceof Uint8Array && value.byteLength < value.buffer.byteLength ? new Uint8Array(value) : value;

function startThread(path: string, onDeath: (worker: Worker) => void): Thread {
  const waiting: Waiting = new Map();
  const worker = new Worker(new URL('./writer-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  worker.unref();
  worker.on('message', (answer: WriterAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer)
      caller?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }));
    else caller?.resolve(answer);
  });
  const die = (cause?: unknown): void => {
    onDeath(worker);
    for (const { reject } of waiting.values())
      reject(new Error('The writer thread of the database has ended.', { cause }));
    waiting.clear();
  };
  worker.on('error', die);
  worker.on('exit', () => die());
  return { worker, waiting };
}
