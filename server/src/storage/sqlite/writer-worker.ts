import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '#lib/collect-garbage.ts';
import { applyPragmas } from './pragmas.ts';
import { createStatementCache } from './statement-cache.ts';
import type { WriterRequest } from './writer-client.ts';

/** The other end of writer-client.ts: executes statements in order. Answers {id, rows, changes} or {id, error}. */

if (parentPort === null) throw new Error('writer-worker.ts runs in a worker thread.');
const port = parentPort;
const database = new DatabaseSync(workerData as string, { timeout: 10_000 });
applyPragmas(database, 'FULL');
const execute = createStatementCache(database);

/** How many bytes to receive before collecting garbage: each value is here twice, as received and as converted for
 *  SQLite. */
const GARBAGE_BYTES = 16 * 1024 * 1024;
let receivedBytes = 0;

function collectFromTimeToTime(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (typeof value === 'string') receivedBytes += value.length;
    else if (value instanceof Uint8Array) receivedBytes += value.byteLength;
  }
  if (receivedBytes < GARBAGE_BYTES) return;
  receivedBytes = 0;
  setImmediate(collectGarbage);
}

port.on('message', ({ id, sql, parameters }: WriterRequest) => {
  try {
    port.postMessage({ id, ...execute(sql, parameters) });
    collectFromTimeToTime(parameters);
  } catch (error) {
    // Errors lose their own fields when posted between threads.
    const { message, errcode } = error as Error & { errcode?: number };
    port.postMessage({ id, error: { message, errcode } });
  }
});
