import { PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import type { SqlDialect } from '#storage/create-kysely.ts';

export const POSTGRES: SqlDialect = { adapter: new PostgresAdapter(), compiler: PostgresQueryCompiler };
