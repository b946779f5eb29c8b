/** What a statement gave: `changes` counts the rows that it wrote. */
export type Result = { rows: Record<string, unknown>[]; changes: number };

/** Runs one statement; `parameters` are those of $1, $2 and so on. */
export type Execute = (sql: string, parameters?: readonly unknown[]) => Promise<Result>;

/** A connection that only the caller uses until it is released. */
export type Connection = {
  run: Execute;
  /** Several statements without parameters, in one journey. */
  runAll(statements: string): Promise<void>;
  /** isBroken: it is closed rather than given to another. */
  release(isBroken?: boolean): void;
};

/** Connections to the schema of one environment. Two implementations: a pool over the network (pool.ts), and, for tests,
 *  PostgreSQL compiled to WebAssembly (pglite-connections.ts). Values come as storage/tables.ts has them: numbers for
 *  bigint and numeric, Uint8Array for bytea. */
export type Connections = {
  readonly schema: string;
  /** A reading statement on any connection; tried again when the connection turns out to be cut. */
  read: Execute;
  /** Several reading statements that see the database at one moment. All of it is done again when the connection turns out
   *  to be cut. */
  snapshot<T>(work: (read: Execute) => Promise<T>): Promise<T>;
  acquire(): Promise<Connection>;
  /** Hears what other sessions tell by `pg_notify(schema, …)`, and is told nothing while the database is out of reach.
   *  Returns the function that ends it. */
  listen(hear: (message: string) => void): () => void;
  close(): Promise<void>;
};
