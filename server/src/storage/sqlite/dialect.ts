import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '#storage/tables.ts';

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[]; changes: number }>;

/** Kysely over anything that executes SQLite's SQL: the reading connection here, the writer thread there. Kysely's own
 *  transactions are refused, because `Engine.transaction` is the one way to write. */
export function createKysely(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await execute(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('Streaming queries are not offered by the embedded engine.');
    },
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('Write through Engine.transaction.'));
  const done = (): Promise<void> => Promise.resolve();
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => ({
      init: done,
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: done,
      destroy: done,
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}
