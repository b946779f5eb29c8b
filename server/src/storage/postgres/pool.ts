import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { connectionErrorOf, isCut, isLostPart, isSilence } from './connection-errors.ts';
import type { Connections, Result } from './connections.ts';
import { type CopyParameter, copyOut } from './copy-out.ts';
import { sessionNameOf } from './older-nodes.ts';
import { watchSilence } from './silence.ts';
import { SEARCHES_IN_MEMORY } from './sql-search-tables.ts';
import { createStatementNames, isStalePlan } from './statement-names.ts';

/** How long a caller waits for a free connection. */
const ACQUIRE_MS = 5_000;
/** The longest that a statement may run, and that a transaction may be idle, because it blocks its workspace. */
const STATEMENT_MS = 60_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
/** TCP keep-alive: detects a dead server on an idle connection, such as the one that listens. */
const KEEP_ALIVE_MS = 10_000;
const RECONNECT_MS = { first: 100, longest: 5_000 };

/** Nodes know each other by the name of their connections, which the address would replace. */
function withoutName(databaseUrl: string): string {
  if (!databaseUrl.includes('application_name=')) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.delete('application_name');
  return url.href;
}

/** Connections over the network. */
export function createPool({
  databaseUrl,
  schema,
  connections,
}: {
  databaseUrl: string;
  schema: string;
  connections: number;
}): Connections {
  const options: PoolConfig = {
    connectionString: withoutName(databaseUrl),
    application_name: sessionNameOf(schema),
    // JIT is off because compiling a statement takes longer than running any of ours.
    options: `-c search_path=${schema},public -c jit=off ${SEARCHES_IN_MEMORY}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: ACQUIRE_MS,
    types: { getTypeParser: parserOf },
  };
  const { acquire, send, sendAll, sendCopy, silence, close } = createSessions(options, connections);
  /** Runs work on any connection. Retries on another if that one was cut, as all are when the server restarts. */
  const onAny = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const client = await acquire();
      try {
        const value = await work(client);
        client.release();
        return value;
      } catch (error) {
        client.release(isCut(error));
        const isRetried =
          isStalePlan(error) || (isCut(error) && !isSilence(error)) || (isLostPart(error) && attempt === 1);
        if (!isRetried || attempt > connections + 1) throw error;
      }
    }
  };
  return {
    schema,
    read: (sql, parameters) => onAny((client) => send(client, { sql, parameters, isRepeatable: true })),
    readBlobs: (sql, parameters = []) => onAny((client) => sendCopy(client, sql, parameters)),
    snapshot: (work) =>
      onAny(async (client) => {
        await sendAll(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', true);
        let value: Awaited<ReturnType<typeof work>>;
        try {
          value = await work((sql, parameters) => send(client, { sql, parameters, isRepeatable: true }));
        } catch (error) {
          // An unusable connection is closed, which also ends the transaction.
          if (!isCut(error)) await sendAll(client, 'ROLLBACK', true);
          throw error;
        }
        await sendAll(client, 'COMMIT', true);
        return value;
      }),
    acquire: async () => {
      const client = await acquire();
      return {
        run: (sql, parameters) => send(client, { sql, parameters, isRepeatable: false }),
        runAll: (statements, { isStart = false } = {}) => sendAll(client, statements, isStart),
        release: (isBroken = false) => client.release(isBroken),
      };
    },
    unlessSilent: async (waiting) => {
      try {
        return await silence.answer(() => waiting, { isRepeatable: true, isFromDatabase: false });
      } catch (error) {
        throw connectionErrorOf(error);
      }
    },
    listen: (hear) => listenForever({ ...options, channel: schema, hear }),
    close,
  };
}

/** The sessions of a pool, and what is sent on them. */
function createSessions(options: PoolConfig, connections: number) {
  const pool = new Pool({
    ...options,
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // A connection may break while idle. The pool opens another when it needs one.
  pool.on('error', () => undefined);
  const names = createStatementNames();
  const silence = watchSilence(options);

  const acquire = async (): Promise<PoolClient> => {
    let connecting: Promise<PoolClient> | undefined;
    const connect = () => (connecting = pool.connect());
    try {
      const client = await silence.answer(connect, { isRepeatable: true, isFromDatabase: false });
      // Without a listener, a connection cut between two statements would end the process.
      if (client.listenerCount('error') === 0) client.on('error', () => undefined);
      return client;
    } catch (error) {
      // It may still come.
      void connecting?.then(
        (client) => client.release(),
        () => undefined,
      );
      throw connectionErrorOf(error);
    }
  };
  /** Sends one statement. isRepeatable: it writes nothing. */
  const send = async (
    client: PoolClient,
    {
      sql,
      parameters = [],
      isRepeatable,
    }: { sql: string; parameters?: readonly unknown[] | undefined; isRepeatable: boolean },
  ): Promise<Result> => {
    const name = names.nameOf(sql);
    const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    try {
      const { processID: processId } = client as PoolClient & { processID?: number };
      return resultOf(await silence.answer(() => client.query(query), { isRepeatable, processId }));
    } catch (error) {
      if (isStalePlan(error)) names.renew();
      throw connectionErrorOf(error);
    }
  };
  const sendAll = async (client: PoolClient, statements: string, isRepeatable: boolean): Promise<void> => {
    try {
      await silence.answer(() => client.query(statements), { isRepeatable });
    } catch (error) {
      throw connectionErrorOf(error);
    }
  };
  const sendCopy = async (
    client: PoolClient,
    sql: string,
    parameters: readonly CopyParameter[],
  ): Promise<Uint8Array[][]> => {
    try {
      const { query, rows } = copyOut(sql, parameters);
      const copied = () => {
        client.query(query);
        return rows;
      };
      return await silence.answer(copied, { isRepeatable: true });
    } catch (error) {
      throw connectionErrorOf(error);
    }
  };
  return {
    acquire,
    send,
    sendAll,
    sendCopy,
    silence,
    close: async (): Promise<void> => {
      silence.close();
      await pool.end();
    },
  };
}

const resultOf = ({ rows, rowCount, command }: QueryResult): Result => ({
  rows,
  changes: command === 'SELECT' ? 0 : (rowCount ?? 0),
});

/** Oids of int8, numeric and bytea. The driver returns the first two as text and bytea as a Buffer. */
const [INT8, NUMERIC, BYTEA] = [20, 1700, 17];
const asText = (value: string): string => value;
const PARSERS = new Map<number, (value: string) => unknown>([
  [16, (value) => value === 't'],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [INT8, Number],
  [NUMERIC, Number],
  [BYTEA, bytesOf],
  [114, JSON.parse],
  [3802, JSON.parse],
]);
/** Parses \x and hexadecimal digits. */
function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(buffer, byteOffset, length);
}

const parserOf = (oid: number) => PARSERS.get(oid) ?? asText;

/** Listens on its own connection and reconnects whenever it is cut. */
function listenForever({
  channel,
  hear,
  ...options
}: PoolConfig & { channel: string; hear: (message: string) => void }): () => void {
  let current: Client | undefined;
  let isStopped = false;
  const listenOnce = async (): Promise<void> => {
    const client = new Client(options);
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (!isStopped) await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  void (async () => {
    let pauseMs = RECONNECT_MS.first;
    while (!isStopped) {
      const startedAt = performance.now();
      await listenOnce().catch(() => undefined);
      pauseMs =
        performance.now() - startedAt > RECONNECT_MS.longest
          ? RECONNECT_MS.first
          : Math.min(2 * pauseMs, RECONNECT_MS.longest);
      if (!isStopped) await sleep(pauseMs, undefined, { ref: false });
    }
  })();
  return () => {
    isStopped = true;
    void current?.end().catch(() => undefined);
  };
}
