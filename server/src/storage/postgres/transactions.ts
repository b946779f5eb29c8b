import { createHash } from 'node:crypto';
import { keyedMutex } from '#lib/async/keyed-mutex.ts';
import { isRequested, patiently, REQUEST_MS } from '#lib/async/patience.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { createKysely } from '#storage/create-kysely.ts';
import type { Notification, Transaction } from '#storage/engine.ts';
import { isCut, isSilence } from './connection-errors.ts';
import type { Connection, Connections } from './connections.ts';
import { POSTGRES } from './dialect.ts';
import { isStalePlan } from './statement-names.ts';

type Options = {
  /** Transactions of one workspace run one after another, on all nodes. */
  workspaceIds?: readonly WorkspaceId[] | undefined;
  isVolatile?: boolean | undefined;
  isLarge?: boolean | undefined;
};

/** The longest that a statement of a request may run in a transaction, where others of its workspace wait for it. The
 *  service waits a second longer, to hear that. */
const STATEMENT_MS = REQUEST_MS - 1_000;

/** How often a transaction runs when a migration on another node has altered its tables. */
const STALE_ATTEMPTS = 3;

/** A transaction as the engine sees it, with the notifications to send when it commits. */
export type OpenTransaction = Transaction & {
  readonly connection: Connection;
  readonly notifications: Notification[];
};

/** Runs transactions. Those of one workspace run one at a time: in this process through a queue, so that they use one
 *  connection between them, and across nodes through a lock that ends with the transaction. Each statement sees
 *  everything committed before it. tell: passes notifications to the listeners of this node. */
export function createTransactions(
  connections: Connections,
  { tell, sign }: { tell: (notice: Notification) => void; sign: (notice: Notification) => string },
) {
  const lock = keyedMutex<WorkspaceId>();
  const inLine = async <T>(
    [workspaceId, ...others]: readonly WorkspaceId[],
    task: () => Promise<T>,
  ): Promise<T> => {
    if (workspaceId === undefined) return await task();
    const locking = lock(workspaceId);
    const unlock = await connections.unlessSilent(locking).catch((error) => {
      // Its turn comes anyway, and is passed on.
      void locking.then((unlock) => unlock());
      throw error;
    });
    try {
      return await inLine(others, task);
    } finally {
      unlock();
    }
  };
  const begin = async ({ workspaceIds = [], isVolatile, isLarge }: Options): Promise<Connection> => {
    const statements = ['BEGIN'];
    if (isRequested() && !isLarge) statements.push(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
    if (isVolatile) statements.push('SET LOCAL synchronous_commit = off');
    for (const id of workspaceIds)
      statements.push(`SELECT pg_advisory_xact_lock(${lockOf(connections.schema, id)})`);
    for (let attempt = 1; ; attempt++) {
      const connection = await connections.acquire();
      try {
        await connection.runAll(statements.join('; '), { isStart: true });
        return connection;
      } catch (error) {
        connection.release(true);
        // Nothing has run yet, so a connection that was cut while idle can be replaced.
        if (attempt === 3 || !isCut(error) || isSilence(error)) throw error;
      }
    }
  };
  /** Sends a statement even without notifications: after a swallowed error it fails, while a bare COMMIT would silently
   *  roll back. */
  const newsOf = (notifications: readonly Notification[]): string => {
    const messages = new Set(notifications.map((notice) => `'${sign(notice).replaceAll("'", "''")}'`));
    return messages.size === 0
      ? 'SELECT 1'
      : `SELECT pg_notify('${connections.schema}', message) FROM unnest(ARRAY[${[...messages].join(', ')}]) AS message`;
  };
  const run = async <T>(work: (tx: OpenTransaction) => Promise<T>, options: Options): Promise<T> => {
    const connection = await begin(options);
    const effects: (() => void)[] = [];
    const tx: OpenTransaction = {
      db: createKysely(connection.run, POSTGRES),
      connection,
      notifications: [],
      afterCommit: (effect) => void effects.push(effect),
    };
    let value: T;
    const workAndCommit = async (): Promise<T> => {
      const value = await work(tx);
      await connection.runAll(`${newsOf(tx.notifications)}; COMMIT`);
      return value;
    };
    try {
      value = await (options.isLarge ? patiently(workAndCommit) : workAndCommit());
    } catch (error) {
      const isRolledBack =
        !isCut(error) &&
        (await connection.runAll('ROLLBACK').then(
          () => true,
          () => false,
        ));
      connection.release(!isRolledBack);
      throw error;
    }
    for (const effect of effects) effect();
    for (const notice of tx.notifications) tell(notice);
    connection.release();
    return value;
  };
  return async <T>(work: (tx: OpenTransaction) => Promise<T>, options: Options): Promise<T> => {
    // Every caller locks workspaces in the same order, which avoids deadlocks.
    const workspaceIds = [...new Set(options.workspaceIds)].sort();
    for (let attempt = 1; ; attempt++) {
      try {
        return await inLine(workspaceIds, () => run(work, { ...options, workspaceIds }));
      } catch (error) {
        // It was rolled back before anything was committed.
        if (!isStalePlan(error) || attempt === STALE_ATTEMPTS) throw error;
      }
    }
  };
}

/** The number of a workspace's lock: the first eight bytes of a hash. */
const lockOf = (schema: string, workspaceId: WorkspaceId): bigint =>
  createHash('sha256').update(`${schema} ${workspaceId}`).digest().readBigInt64BE();
