import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { applyPragmas } from './pragmas.ts';
import { createStatementCache } from './statement-cache.ts';
import type { WriterRequest } from './thread-writer.ts';

/** The far end of thread-writer.ts: does what it is told, in order. Answers {id, rows, changes} or {id, error}. */

if (parentPort === null) throw new Error('writer-thread.ts runs in a worker thread.');
const port = parentPort;
const database = new DatabaseSync(workerData as string, { timeout: 10_000 });
applyPragmas(database, 'FULL');
const execute = createStatementCache(database);

port.on('message', ({ id, sql, parameters }: WriterRequest) => {
  try {
    port.postMessage({ id, ...execute(sql, parameters) });
  } catch (error) {
    // An error loses its own fields on the way between threads.
    const { message, errcode } = error as Error & { errcode?: number };
    port.postMessage({ id, error: { message, errcode } });
  }
});
