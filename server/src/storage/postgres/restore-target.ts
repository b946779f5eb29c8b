import { ENVIRONMENTS } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { RestoreTarget } from '#storage/engine.ts';
import { startErrorOf } from './connection-errors.ts';
import type { PostgresOptions } from './open-postgres.ts';
import { createPool } from './pool.ts';

type Address = Pick<PostgresOptions, 'databaseUrl' | 'databaseSchema' | 'connections'>;

/** Prepares temporary schemas beside those of the address, which must be empty. Drops what a killed restore left in
 *  them. Refuses another restore into the same database until this one ends. */
export async function preparePostgresRestore(address: Address): Promise<RestoreTarget<Address>> {
  const { databaseUrl, databaseSchema } = address;
  const connections = createPool({ databaseUrl, schema: 'public', connections: 1 });
  const connection = await connections.acquire().catch((error) => {
    throw startErrorOf(error);
  });
  const placeSchema = `${databaseSchema}_restoring`;
  const end = async (): Promise<void> => {
    connection.release(true);
    await connections.close();
  };
  const dropPlace = (): Promise<void> =>
    connection.runAll(`DROP SCHEMA IF EXISTS ${schemasOf(placeSchema).join(', ')} CASCADE`);
  try {
    await connection.runAll('SET statement_timeout = 0; SET client_min_messages = warning');
    const { rows } = await connection.run('SELECT pg_try_advisory_lock(7063746, 2) AS is_ours');
    if (rows[0]?.['is_ours'] !== true)
      throw new OperatorError('Another restore into this database is running: wait until it has ended.');
    for (const schema of schemasOf(databaseSchema)) await assertEmpty(connection, schema);
    await dropPlace();
  } catch (error) {
    await end();
    throw startErrorOf(error);
  }
  return {
    address: { ...address, databaseSchema: placeSchema },
    take: async () => {
      const [renamed, targets] = [schemasOf(placeSchema), schemasOf(databaseSchema)];
      // Not CASCADE: if something was created there meanwhile, it stays and this fails.
      const steps = targets.flatMap((target, index) => [
        `DROP SCHEMA IF EXISTS ${target}`,
        `ALTER SCHEMA ${renamed[index]} RENAME TO ${target}`,
      ]);
      await connection.runAll(['BEGIN', ...steps, 'COMMIT'].join('; '));
    },
    end: async () => {
      await dropPlace();
      await end();
    },
  };
}

const schemasOf = (databaseSchema: string): string[] =>
  ENVIRONMENTS.map((environment) => `${databaseSchema}_${environment}`);

async function assertEmpty(
  { run }: { run: (sql: string, parameters: string[]) => Promise<{ rows: unknown[] }> },
  schema: string,
): Promise<void> {
  const { rows } = await run(
    'SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = $1 LIMIT 1',
    [schema],
  );
  if (rows.length === 0) return;
  throw new OperatorError(
    `The schema ${schema} of the database has tables already: a backup is restored into empty schemas. Name others by DATABASE_SCHEMA, or drop these.`,
  );
}
