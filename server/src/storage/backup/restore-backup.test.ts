import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '#lib/environment.ts';
import { openSnapshot, openStore, SCHEMA_VERSIONS, type StorageAddress } from '#storage/open-store.ts';
import { TABLE_NAMES, tableOf } from '#storage/tables.ts';
import { layFixture, seenIn } from '../../../tests/helpers/schema-fixtures.ts';
import { createClient, startTestService } from '../../../tests/helpers/start-test-service.ts';
import { dropSchemas, newDataDir, removeDataDir } from '../../../tests/helpers/test-storage.ts';
import { DEEP_MODEL, understand, unit } from '../../../tests/storage-contract/read-chunks.ts';
import {
  addIndexed,
  addTenant,
  inBases,
  readAll,
  type Tenant,
} from '../../../tests/storage-contract/tenant.ts';
import { BACKUP_FORMAT } from './backup-lines.ts';
import { restoreBackup } from './restore-backup.ts';
import { type AnyRow, createTableSum, TRANSIENT } from './table-rows.ts';
import { writeBackup } from './write-backup.ts';

/** A backup as a Footnote with schema 6 (schema 1 on PostgreSQL) would have written it, without newer tables and
 *  columns. */
const FIXTURE = 'embedded-6';
const header = {
  footnote_backup: BACKUP_FORMAT,
  footnote: '0.0.6',
  schemas: { embedded: 6, postgres: 1 },
  engine: 'embedded',
  created_at: 1_700_000_000_000,
};

const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'];
const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanUp) await clean();
});
const newFolder = (): string => {
  const folder = newDataDir();
  cleanUp.push(() => removeDataDir(folder));
  return folder;
};

/** change: what became of the rows of a table. */
async function olderBackup(change = (_: string, rows: AnyRow[]): AnyRow[] => rows): Promise<Buffer> {
  const dataDir = newFolder();
  await layFixture(FIXTURE, dataDir);
  const parts: Uint8Array[] = [];
  const lines = createHash('sha256');
  const line = (value: unknown): void => {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    lines.update(bytes);
    parts.push(bytes);
  };
  line(header);
  for (const environment of ENVIRONMENTS) {
    const database = new DatabaseSync(join(dataDir, `${environment}.db`));
    for (const table of TABLE_NAMES) {
      const { key, columns } = tableOf(table);
      const there = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      const names = Object.keys(columns).filter((name) => there.some((column) => column['name'] === name));
      if (names.length === 0) continue;
      line({ environment, table, columns: Object.fromEntries(names.map((name) => [name, columns[name]])) });
      const sum = createTableSum();
      const values = names.map((name) =>
        TRANSIENT[table]?.includes(name) ? `NULL AS ${name}` : `"${name}"`,
      );
      const select = `SELECT ${values} FROM ${table} ORDER BY ${key.join(', ')}`;
      parts.push(sum.add(change(table, database.prepare(select).all() as AnyRow[])));
      line(sum.content());
    }
    database.close();
  }
  parts.push(Buffer.from(`${JSON.stringify({ sha256: lines.digest('hex') })}\n`));
  return Buffer.concat(parts);
}

async function restoresTo(address: StorageAddress, settings: Record<string, string>): Promise<void> {
  const on = { rows: () => {}, table: () => {} };
  const { header: read, tables } = await restoreBackup(Readable.from([await olderBackup()]), address, on);
  expect(read).toEqual(header);
  expect(tables.some(({ table }) => table === 'webhooks')).toBe(false);
  const seen = seenIn(FIXTURE);
  const { service, stop } = await startTestService(settings);
  try {
    const live = createClient(service.baseUrls.live, seen.keys.live);
    for (const { query, source_id } of seen.best)
      expect((await live.post('/v1/query', { query, limit: 1 })).body.data.results).toMatchObject([
        { source_id },
      ]);
    for (const id of seen.left_processing) {
      const { data } = (await live.get(`/v1/knowledge-base/sources/${id}?wait=30`)).body;
      expect(data.status).toBe('indexed');
    }
    // Newer tables exist after the migration.
    expect((await live.get('/v1/webhooks')).body.data).toEqual([]);
  } finally {
    await stop();
  }
}

describe('a backup of an older schema', () => {
  it('is restored into a folder and migrated to the newest', async () => {
    const dataDir = newFolder();
    await restoresTo({ dataDir }, { DATA_DIR: dataDir });
  });

  it.skipIf(!TEST_DATABASE_URL)(
    'is restored into PostgreSQL (TEST_DATABASE_URL) and migrated to the newest',
    async () => {
      const [databaseUrl = '', databaseSchema] = [
        TEST_DATABASE_URL,
        `older_${randomBytes(4).toString('hex')}`,
      ];
      cleanUp.push(() => dropSchemas(databaseUrl, databaseSchema));
      await restoresTo(
        { databaseUrl, databaseSchema, connections: 2 },
        { DATA_DIR: newFolder(), DATABASE_URL: databaseUrl, DATABASE_SCHEMA: databaseSchema },
      );
    },
  );
});

it('a backup in which the bytes of a segment changed is called damaged', async () => {
  const cut = (table: string, rows: AnyRow[]): AnyRow[] =>
    table === 'segments'
      ? rows.map((row) => ({ ...row, bytes: (row['bytes'] as Uint8Array).subarray(60) }))
      : rows;
  const bytes = Readable.from([await olderBackup(cut)]);
  await expect(
    restoreBackup(bytes, { dataDir: newFolder() }, { rows: () => {}, table: () => {} }),
  ).rejects.toThrow(/^This is not a complete backup of Footnote: the segment of src_\w+ cannot be read/);
});

describe.each([
  { to: 'the embedded engine', isSkipped: false, address: (): StorageAddress => ({ dataDir: newFolder() }) },
  {
    to: 'PostgreSQL',
    isSkipped: TEST_DATABASE_URL === undefined,
    address: (): StorageAddress => {
      const databaseSchema = `restored_${randomBytes(4).toString('hex')}`;
      cleanUp.push(() => dropSchemas(TEST_DATABASE_URL ?? '', databaseSchema));
      return { databaseUrl: TEST_DATABASE_URL ?? '', databaseSchema, connections: 2 };
    },
  },
])('a backup restored to $to', ({ isSkipped, address }) => {
  it.skipIf(isSkipped)('has what a deep model had read, and search finds it', async () => {
    const dataDir = newFolder();
    const open = { indexMemoryBytes: 1e9, isOnlyServer: true } as const;
    const before: Awaited<ReturnType<typeof readAll>>[] = [];
    const tenants: Tenant[] = [];
    for (const environment of ENVIRONMENTS) {
      const store = await openStore({ ...open, dataDir, environment });
      const tenant = await addTenant(store);
      await understand(tenant, await addIndexed(tenant, ['acorn', 'kettle', 'ferry']), [0, 1]);
      before.push(await readAll(tenant, 'acorn'));
      tenants.push(tenant);
      await store.close();
    }
    const snapshots = await Promise.all(
      ENVIRONMENTS.map((environment) => openSnapshot({ dataDir }, environment)),
    );
    const parts: Uint8Array[] = [];
    const on = { rows: () => {}, table: () => {} };
    const newest = { ...header, engine: 'embedded', schemas: SCHEMA_VERSIONS } as const;
    for await (const part of writeBackup(newest, snapshots, on)) parts.push(part);
    for (const snapshot of snapshots) await snapshot.close();
    const target = address();
    await restoreBackup(Readable.from(parts), target, on);
    for (const [i, environment] of ENVIRONMENTS.entries()) {
      const store = await openStore({ ...target, ...open, environment });
      const [tenant] = tenants.slice(i);
      if (!tenant) throw new Error('There is no such tenant.');
      const restored = { ...tenant, store: store.workspace(tenant.workspaceId) };
      expect(await readAll(restored, 'acorn')).toEqual(before[i]);
      const deep = { modelId: DEEP_MODEL, vector: unit(1) };
      const scope = inBases(tenant.knowledgeBaseId);
      expect(await restored.store.search.candidates(scope, { deep, limit: 1 })).toMatchObject([
        { position: 1, deepCosine: 1 },
      ]);
      await store.close();
    }
  });
});
