import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Tables } from './tables.ts';

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }>;

/** The SQL of an engine. */
export type SqlDialect = { adapter: DialectAdapter; compiler: new () => QueryCompiler };

const executors = new WeakMap<Kysely<Tables>, Execute>();

/** Executes compiled SQL on a Kysely of `createKysely`. Skips Kysely's own executor, which takes several turns of promises for each
 *  statement. */
export async function executeCompiled<Row>(
  db: Kysely<Tables>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const execute = executors.get(db);
  if (!execute) throw new Error('This Kysely was not made by createKysely.');
  return (await execute(sql, parameters)).rows as Row[];
}

/** Creates a Kysely over anything that executes an engine's SQL: a connection, a pool, a writer thread. Kysely's own
 *  transactions throw, because all writes go through `Engine.transaction`. */
export function createKysely(execute: Execute, { adapter, compiler }: SqlDialect): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await execute(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: streaming is not supported.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('Streaming queries are not offered.');
    },
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('Write through Engine.transaction.'));
  const done = (): Promise<void> => Promise.resolve();
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => ({
      init: done,
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: done,
      destroy: done,
    }),
    createIntrospector: () => {
      throw new Error('Introspection is not offered.');
    },
    createQueryCompiler: () => new compiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  executors.set(db, execute);
  return db;
}
