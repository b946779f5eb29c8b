import { Worker } from 'node:worker_threads';

/** One statement for the writer thread. */
export type WriterRequest = { id: number; sql: string; parameters: readonly unknown[] };
export type WriterResult = { rows: unknown[]; changes: number };
type WriterAnswer = { id: number } & (WriterResult | { error: { message: string; errcode?: number } });

/** The near end of the writer thread: statements go over in order, answers come back in order. */
export type Writer = {
  run(sql: string, parameters?: readonly unknown[]): Promise<WriterResult>;
  close(): Promise<void>;
};

/** Starts the thread that writes to the database file at `path`. */
export function startWriter(path: string): Writer {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: path });
  const waiting = new Map<number, { resolve(result: WriterResult): void; reject(error: Error): void }>();
  let lastId = 0;
  let death: Error | undefined;

  thread.on('message', (answer: WriterAnswer) => {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer)
      caller?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }));
    else caller?.resolve(answer);
  });
  const die = (cause?: unknown): void => {
    death ??= new Error('The writer thread of the database has ended.', { cause });
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  };
  thread.on('error', die);
  thread.on('exit', () => die());

  const run = (sql: string, parameters: readonly unknown[] = []): Promise<WriterResult> => {
    if (death) return Promise.reject(death);
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters: parameters.map(bindable) });
    });
  };
  return {
    run,
    close: async () => {
      if (death) return;
      await run('close');
    },
  };
}

/** Kysely's values as SQLite takes them. */
export const bindable = (value: unknown): unknown =>
  value === undefined ? null : typeof value === 'boolean' ? Number(value) : value;
