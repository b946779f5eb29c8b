import type { Environment } from '#lib/environment.ts';
import type { Engine } from '#storage/engine.ts';

export type PostgresOptions = {
  /** postgres://user:password@host/database */
  databaseUrl: string;
  /** The schemas of the environments begin with it. */
  databaseSchema: string;
  /** At most so many at a time, besides the one that listens. */
  connections: number;
  environment: Environment;
  /** For the segments that are not merged yet. */
  indexMemoryBytes: number;
};

export async function openPostgres(_options: PostgresOptions): Promise<Engine> {
  throw new Error('not there yet');
}
