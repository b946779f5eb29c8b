import { Worker } from 'node:worker_threads';
import type { Writer, WriterResult } from './writer.ts';

/** One statement for the thread. */
export type WriterRequest = { id: number; sql: string; parameters: readonly unknown[] };
type WriterAnswer = { id: number } & (WriterResult | { error: { message: string; errcode?: number } });

export type ThreadWriter = Writer & { close(): Promise<void> };

/** The thread is not kept when it has been idle for this long: it costs 12 MB. */
const IDLE_MS = 20_000;

type Waiting = Map<number, { resolve(result: WriterResult): void; reject(error: Error): void }>;

/** Writes to the database file at `path` in a thread of its own, which starts when it is needed. */
export function createThreadWriter(path: string): ThreadWriter {
  const waiting: Waiting = new Map();
  let thread: Worker | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const run = (sql: string, parameters: readonly unknown[] = []): Promise<WriterResult> => {
    thread ??= startThread(path, waiting, () => {
      thread = undefined;
    });
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => waiting.size === 0 && void end(), IDLE_MS).unref();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<WriterResult>();
    waiting.set(id, { resolve, reject });
    thread.postMessage({ id, sql, parameters } satisfies WriterRequest);
    return promise;
  };
  return {
    run,
    // Its connection flushes with each commit.
    flush: async () => {},
    close: end,
  };
}

function startThread(path: string, waiting: Waiting, onDeath: () => void): Worker {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: path });
  thread.unref();
  thread.on('message', (answer: WriterAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer)
      caller?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }));
    else caller?.resolve(answer);
  });
  const die = (cause?: unknown): void => {
    onDeath();
    for (const { reject } of waiting.values())
      reject(new Error('The writer thread of the database has ended.', { cause }));
    waiting.clear();
  };
  thread.on('error', die);
  thread.on('exit', () => die());
  return thread;
}
