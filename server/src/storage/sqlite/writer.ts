import type { DatabaseSync } from 'node:sqlite';
import type { Flusher } from './flusher.ts';
import { createStatementCache } from './statement-cache.ts';

/** Executes the statements of write transactions, in order. Two implementations: on the calling thread, where a
 *  statement takes 10 to 30 µs, less than a message to another thread; and in its own thread (writer-client.ts), for
 *  transactions that would block requests. */
export type Writer = {
  run(sql: string, parameters?: readonly unknown[]): Promise<WriterResult>;
  /** Resolves when everything committed so far is on the disk. */
  flush(): Promise<void>;
};

export type WriterResult = { rows: unknown[]; changes: number };

/** Writes on the calling thread. The connection commits without a flush (`synchronous = NORMAL`); `flusher` flushes
 *  later, so that the thread continues while the disk works. */
export function createLocalWriter(database: DatabaseSync, flusher: Flusher): Writer {
  const execute = createStatementCache(database);
  return { run: async (sql, parameters = []) => execute(sql, parameters), flush: flusher.flush };
}
