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

port.on('message', (request: WriterRequest) => {
  const { id } = request;
  try {
    // TRUNCATE also empties the log, so that deleted text does not linger in it.
    const result =
      'sql' in request
        ? execute(request.sql, request.parameters)
        : execute('PRAGMA wal_checkpoint(TRUNCATE)', []);
    port.postMessage({ id, ...result });
  } catch (error) {
    // An error loses its own fields on the way between threads.
    const { message, errcode } = error as Error & { errcode?: number };
    port.postMessage({ id, error: { message, errcode } });
  }
});
