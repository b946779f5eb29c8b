/** The result of a statement. `changes`: how many rows it wrote. */
export type Result = { rows: Record<string, unknown>[]; changes: number };

/** Runs one statement. `parameters` are the values of $1, $2 and so on. */
export type Execute = (sql: string, parameters?: readonly unknown[]) => Promise<Result>;

/** A connection that belongs to the caller until it is released. */
export type Connection = {
  run: Execute;
  /** Runs several statements without parameters in one round trip. isStart: nothing was written before, nor will be by
   *  these, so a request fails as soon as the database is silent. */
  runAll(statements: string, options?: { isStart?: boolean }): Promise<void>;
  /** isBroken: closes the connection instead of returning it to the pool. */
  release(isBroken?: boolean): void;
};

/** Connections to the schema of one environment. Two implementations: a pool over the network (pool.ts), and, for
 *  tests, PostgreSQL compiled to WebAssembly (pglite-connections.ts). Values have the types of storage/tables.ts:
 *  numbers for bigint and numeric, Uint8Array for bytea. */
export type Connections = {
  readonly schema: string;
  /** Runs a read-only statement on any connection. Retries it if the connection was cut. */
  read: Execute;
  /** Reads large values fast: three times as fast as `read`, for a third of the CPU on both sides. `sql` is a SELECT; each
   *  row is its values as they are on the wire, so select `bytea`, or `text`, which is UTF-8. No value may be null.
   *  Parameters are strings and integers. All rows are in memory at once, so select some tens of megabytes. */
  readBlobs(sql: string, parameters?: readonly (string | number)[]): Promise<Uint8Array[][]>;
  /** Runs several read-only statements on one snapshot of the database. Retries all of `work` if the connection was
   *  cut. */
  snapshot<T>(work: (read: Execute) => Promise<T>): Promise<T>;
  acquire(): Promise<Connection>;
  /** Waits for something before the first statement. A request stops waiting when the database is silent. */
  unlessSilent<T>(waiting: Promise<T>): Promise<T>;
  /** Receives what other sessions send with `pg_notify(schema, …)`. Messages sent while the database is unreachable are
   *  lost. Returns a function that stops listening. */
  listen(hear: (message: string) => void): () => void;
  close(): Promise<void>;
};
