import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type Store } from '#storage/store.ts';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import { storeContract } from '../../../tests/storage-contract/store-contract.ts';
import { openConnections, openPostgres } from './open-postgres.ts';

const newSchema = (): string => `contract_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const options = { environment: 'live', indexMemoryBytes: 1e9 } as const;

const { TEST_DATABASE_URL, TEST_DATABASE_URL_15 } = process.env;

if (TEST_DATABASE_URL) describeServer('PostgreSQL', TEST_DATABASE_URL);
else describePglite();
// The oldest that Footnote works on; see scripts/postgres-for-tests.sh.
if (TEST_DATABASE_URL_15) describeServer('PostgreSQL 15', TEST_DATABASE_URL_15);
else describe.skip('PostgreSQL 15 (TEST_DATABASE_URL_15)', () => it('fulfils the storage contract'));

function describeServer(name: string, databaseUrl: string): void {
  const open = async () =>
    createStore(
      await openPostgres({
        ...options,
        databaseUrl,
        databaseSchema: newSchema(),
        connections: 4,
        onFault: (error) => faults.push(error),
      }),
    );
  const faults: unknown[] = [];
  storeContract(name, () => open());
  describe(`work in the background on ${name}`, () => {
    it('reports no errors', () => expect(faults).toEqual([]));
  });
}

function describePglite(): void {
  let database: PGlite;
  beforeAll(async () => {
    database = await startPglite();
  }, 60_000);
  afterAll(() => database.close());
  // All tests share one schema, emptied before each: creating a schema takes longer than most tests.
  const schema = newSchema();
  const open = async (): Promise<Store> => {
    const engine = await openConnections(connectPglite(database, schema), options);
    await engine.transaction(async ({ db }) => {
      for (const table of ['jobs', 'workspaces', 'workspace_directory', 'environment_settings'] as const)
        await db.deleteFrom(table).execute();
    });
    return createStore(engine);
  };
  storeContract('PostgreSQL in WebAssembly', open, { isInWebAssembly: true });
}
