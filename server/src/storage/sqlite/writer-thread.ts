import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { applyPragmas } from './pragmas.ts';
import type { WriterRequest } from './writer.ts';

/** The one thread that writes to a database file. It does what it is told, statement by statement, in order; the
 *  thread that answers requests never waits for a disk. Answers {id, rows, changes} or {id, error}. */

const CHECKPOINT_EVERY_MS = 2_000;
const MAX_CACHED_STATEMENTS = 500;

if (parentPort === null) throw new Error('writer-thread.ts runs in a worker thread.');
const port = parentPort;
const database = new DatabaseSync(workerData as string, { timeout: 10_000 });
applyPragmas(database);
// A checkpoint inside a commit made deletes of 4 ms take 120; a timer in this thread keeps commits even.
database.exec('PRAGMA wal_autocheckpoint = 0');

const statements = new Map<string, StatementSync>();
let changedSinceCheckpoint = false;

port.on('message', (request: WriterRequest) => {
  try {
    port.postMessage({ id: request.id, ...run(request) });
    if (request.sql === 'close') port.close();
  } catch (error) {
    // An error loses its own fields on the way between threads.
    const { message, errcode } = error as Error & { errcode?: number };
    port.postMessage({ id: request.id, error: { message, errcode } });
  }
});

function run({ sql, parameters }: WriterRequest): { rows: unknown[]; changes: number } {
  if (sql === 'close') {
    clearInterval(checkpoints);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return { rows: [], changes: 0 };
  }
  const statement = prepared(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
  changedSinceCheckpoint = true;
  return { rows: [], changes: Number(statement.run(...values).changes) };
}

function prepared(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

const checkpoints = setInterval(() => {
  if (!changedSinceCheckpoint || database.isTransaction) return;
  changedSinceCheckpoint = false;
  // TRUNCATE also empties the log, so that deleted text does not linger in it; readers here are never long.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}, CHECKPOINT_EVERY_MS);
