import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Environment } from '#lib/environment.ts';
import type { Engine, Notice, Transaction } from '#storage/engine.ts';
import type { JobRow } from '#storage/tables.ts';
import { createKysely } from './dialect.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { applyPragmas } from './pragmas.ts';
import { createSegmentSearch } from './segment-search.ts';
import { bindable, startWriter } from './writer.ts';

export type SqliteOptions = {
  dataDir: string;
  environment: Environment;
  /** Numbers in a vector. */
  dimensions: number;
  /** See SegmentRow.index_version. */
  indexVersion: string;
  indexMemoryBytes: number;
  /** The caller holds the lock of the data folder: whoever leased a job before is dead, and the job is due at once. */
  isOnlyServer: boolean;
};

/** Opens the embedded engine on `<dataDir>/<environment>.db`, making and migrating the file as needed. Reads run on a
 *  connection of the calling thread (about 5 µs each), writes in a thread of their own. */
export function openSqlite({
  dataDir,
  environment,
  dimensions,
  indexVersion,
  indexMemoryBytes,
  isOnlyServer,
}: SqliteOptions): Engine {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = sqlitePath(dataDir, environment);
  const reader = new DatabaseSync(path, { timeout: 10_000 });
  applyPragmas(reader);
  migrate(reader);
  if (isOnlyServer)
    reader.exec('UPDATE jobs SET lease_until = NULL, lease_token = NULL WHERE lease_until IS NOT NULL');
  const writer = startWriter(path);
  const group = createGroupCommit(writer);
  const writes = createKysely(writer.run);
  const reads = createKysely(readWith(reader));
  const listeners = new Set<(notice: Notice) => void>();
  return {
    environment,
    reads,
    transaction: async (work) => {
      const effects: (() => void)[] = [];
      const tx: Transaction = { db: writes, afterCommit: (effect) => void effects.push(effect) };
      return await group.run(
        () => work(tx),
        () => {
          for (const effect of effects) effect();
        },
      );
    },
    claimJobs,
    notify: (tx, notice) =>
      tx.afterCommit(() => {
        for (const listener of listeners) listener(notice);
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    search: createSegmentSearch({ reads, dimensions, indexVersion, memoryBytes: indexMemoryBytes }),
    ping: async () => {
      await sql`SELECT 1`.execute(reads);
      await writer.run('SELECT 1');
    },
    checkIntegrity: async () => {
      const faults = reader
        .prepare('PRAGMA quick_check')
        .all()
        .map((row) => String(row['quick_check']));
      faults.push(
        ...reader
          .prepare('PRAGMA foreign_key_check')
          .all()
          .map((row) => `dangling row in ${row['table']}`),
      );
      return faults.filter((fault) => fault !== 'ok');
    },
    close: async () => {
      reader.close();
      await writer.close();
    },
  };
}

/** The one file of an environment. */
export const sqlitePath = (dataDir: string, environment: Environment): string =>
  join(dataDir, `${environment}.db`);

/** Executes on the reading connection, each text prepared once. */
function readWith(
  database: DatabaseSync,
): (text: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }> {
  const statements = new Map<string, StatementSync>();
  return async (text, parameters) => {
    let statement = statements.get(text);
    if (!statement) {
      if (statements.size >= 500) statements.clear();
      statement = database.prepare(text);
      statements.set(text, statement);
    }
    return { rows: statement.all(...(parameters.map(bindable) as SQLInputValue[])), changes: 0 };
  };
}

/** One statement is enough: there is one writer, and it is alone. */
const claimJobs: Engine['claimJobs'] = async (
  tx,
  { now, leaseUntil, leaseToken, limit },
): Promise<JobRow[]> =>
  await tx.db
    .updateTable('jobs')
    .set((jobs) => ({ lease_until: leaseUntil, lease_token: leaseToken, attempts: jobs('attempts', '+', 1) }))
    .where(
      'job_id',
      'in',
      tx.db
        .selectFrom('jobs')
        .select('job_id')
        .where(sql<number>`coalesce(lease_until, run_at)`, '<=', now)
        .orderBy(sql`coalesce(lease_until, run_at)`)
        .orderBy('job_id')
        .limit(limit),
    )
    .returningAll()
    .execute();
