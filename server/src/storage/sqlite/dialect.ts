import { SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import type { SqlDialect } from '#storage/create-kysely.ts';

export const SQLITE: SqlDialect = { adapter: new SqliteAdapter(), compiler: SqliteQueryCompiler };
