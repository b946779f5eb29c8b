import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Tables } from '#storage/tables.ts';
import type { Execute } from './connections.ts';

/** Kysely over anything that executes PostgreSQL's SQL. Kysely's own transactions are refused, because
 *  `Engine.transaction` is the one way to write. */
export function createKysely(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await execute(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('Streaming queries are not offered.');
    },
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('Write through Engine.transaction.'));
  const done = (): Promise<void> => Promise.resolve();
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: done,
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: done,
      destroy: done,
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}
