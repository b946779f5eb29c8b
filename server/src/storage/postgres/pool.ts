import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { connectionErrorOf, isCut, isSilence } from './connection-errors.ts';
import type { Connection, Connections, Execute, Result } from './connections.ts';

/** How long a caller waits for a free connection. */
const ACQUIRE_MS = 5_000;
/** The longest that a statement may run, and that a transaction may be idle, because it blocks its workspace. */
const STATEMENT_MS = 60_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
/** A server that is silent for this long won't report the statement timeout either: the machine is gone or stalled. */
const SILENCE_MS = STATEMENT_MS + 5_000;
/** TCP keep-alive: detects a dead server on an idle connection, such as the one that listens. */
const KEEP_ALIVE_MS = 10_000;
/** Prepared statements per connection. Any further statement is sent in full. */
const MAX_PREPARED = 400;
const RECONNECT_MS = { first: 100, longest: 5_000 };

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
    connectionString: databaseUrl,
    application_name: `footnote ${schema}`,
    // JIT is off because compiling a statement takes longer than running any of ours.
    options: `-c search_path=${schema},public -c jit=off`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: ACQUIRE_MS,
    query_timeout: SILENCE_MS,
    types: { getTypeParser: parserOf },
  };
  const pool = new Pool({
    ...options,
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // A connection may break while idle. The pool opens another when it needs one.
  pool.on('error', () => undefined);
  const nameOf = createNames();

  const acquire = async (): Promise<PoolClient> => {
    const client = await pool.connect().catch((error) => {
      throw connectionErrorOf(error);
    });
    // Without a listener, a connection cut between two statements would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
    return client;
  };
  /** Runs work on any connection. Retries on another if that one was cut, as all are when the server restarts. */
  const onAny = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const client = await acquire();
      try {
        const value = await work(client);
        client.release();
        return value;
      } catch (error) {
        const isUseless = isCut(error) || isStalePlan(error);
        client.release(isUseless);
        if (!isUseless || isSilence(error) || attempt > connections + 1) throw connectionErrorOf(error);
      }
    }
  };
  const readOn =
    (client: PoolClient): Execute =>
    async (sql, parameters = []) =>
      resultOf(await client.query({ text: sql, values: [...parameters], ...nameOf(sql) }));
  return {
    schema,
    read: (sql, parameters) => onAny((client) => readOn(client)(sql, parameters)),
    snapshot: (work) =>
      onAny(async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        let value: Awaited<ReturnType<typeof work>>;
        try {
          value = await work(readOn(client));
        } catch (error) {
          // An unusable connection is closed, which also ends the transaction.
          if (!isCut(error)) await client.query('ROLLBACK');
          throw error;
        }
        await client.query('COMMIT');
        return value;
      }),
    acquire: async () => connectionOf(await acquire()),
    listen: (hear) => listenForever({ ...options, channel: schema, hear }),
    close: () => pool.end(),
  };
}

const connectionOf = (client: PoolClient): Connection => ({
  // Unnamed: a prepared statement whose table was altered would abort the transaction.
  run: async (sql, parameters = []) => {
    try {
      return resultOf(await client.query(sql, [...parameters]));
    } catch (error) {
      throw connectionErrorOf(error);
    }
  },
  runAll: async (statements) => {
    try {
      await client.query(statements);
    } catch (error) {
      throw connectionErrorOf(error);
    }
  },
  release: (isBroken = false) => client.release(isBroken),
});

const resultOf = ({ rows, rowCount, command }: QueryResult): Result => ({
  rows,
  changes: command === 'SELECT' ? 0 : (rowCount ?? 0),
});

/** Names statements, so that a connection parses and plans each one once. */
function createNames(): (sql: string) => { name?: string } {
  const names = new Map<string, string>();
  return (sql) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MAX_PREPARED) {
      name = `s${names.size}`;
      names.set(sql, name);
    }
    return name === undefined ? {} : { name };
  };
}

/** True if a newer version added a column after this connection prepared the statement. */
const isStalePlan = (error: unknown): boolean => (error as { code?: string }).code === '0A000';

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
