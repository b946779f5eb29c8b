import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { lockDataDir } from '#storage/lock-data-dir.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { createStore, type Store } from '#storage/store.ts';
import { storeContract } from '../../../tests/storage-contract/store-contract.ts';
import {
  addIndexed,
  addTenant,
  newJob,
  newMessage,
  readAll,
  search,
} from '../../../tests/storage-contract/tenant.ts';
import { migrate } from './migrate.ts';
import { initial } from './migrations/0001-initial.ts';
import { ingestion } from './migrations/0002-ingestion.ts';
import { openSqlite, type SqliteOptions, sqlitePath } from './open-sqlite.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-sqlite-'));
  folders.push(folder);
  return folder;
};
const open = (dataDir: string, more: Partial<SqliteOptions> = {}): Store =>
  createStore(
    openSqlite({
      dataDir,
      environment: 'live',
      indexMemoryBytes: 1e9,
      isOnlyServer: true,
      ...more,
    }),
    { deepMemoryBytes: more.indexMemoryBytes ?? 1e9 },
  );
/** Opens a store that is closed at the end of the test. */
const opened = (dataDir: string, more: Partial<SqliteOptions> = {}): Store => {
  const store = open(dataDir, more);
  onTestFinished(() => store.close());
  return store;
};

storeContract('the embedded engine', () => open(newFolder()));

describe('migrate', () => {
  const schemaOf = (path: string): unknown[] => {
    const database = new DatabaseSync(path);
    const schema = [
      ...database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all(),
      database.prepare('PRAGMA user_version').get(),
    ];
    database.close();
    return schema;
  };

  it('creates the schema in an empty file, and changes nothing the second time', () => {
    const path = join(newFolder(), 'live.db');
    const database = new DatabaseSync(path);
    migrate(database);
    const before = schemaOf(path);
    migrate(database);
    database.close();
    expect(schemaOf(path)).toEqual(before);
    expect(before.length).toBeGreaterThan(16);
  });

  it('migrates the rows of an earlier schema, and search finds them', async () => {
    const [newer, older] = [newFolder(), newFolder()];
    const store = open(newer);
    const tenant = await addTenant(store);
    const sourceId = await addIndexed(tenant, ['acorn']);
    await store.close();
    const database = new DatabaseSync(sqlitePath(older, 'live'));
    database.exec(`${initial}; ${ingestion}; PRAGMA user_version = 2; PRAGMA foreign_keys = OFF`);
    database.prepare('ATTACH ? AS newer').run(sqlitePath(newer, 'live'));
    const tables = database.prepare(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    for (const { name } of tables.all()) {
      const columns = database.prepare(`SELECT name FROM pragma_table_info('${name}', 'main')`).all();
      const list = columns.map((column) => column['name']).join();
      database.exec(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM newer.${name}`);
    }
    database.close();

    const upgraded = opened(older);
    const again = { ...tenant, store: upgraded.workspace(tenant.workspaceId) };
    expect(await search(again, 'acorn')).toEqual([{ sourceId, revision: 1, position: 0 }]);
    expect(await upgraded.checkIntegrity()).toEqual([]);
    expect(schemaOf(sqlitePath(older, 'live'))).toEqual(schemaOf(sqlitePath(newer, 'live')));
  });

  it('rejects a newer schema with advice and does not change the file', async () => {
    const folder = newFolder();
    const path = sqlitePath(folder, 'live');
    await open(folder).close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 999');
    database.close();
    const before = schemaOf(path);
    expect(() => open(folder)).toThrow(OperatorError);
    expect(() => open(folder)).toThrow(/has schema 999.*start a newer Footnote/);
    expect(schemaOf(path)).toEqual(before);
  });
});

describe('openSqlite', () => {
  it.each([true, false])('finds everything again after a restart, large: %s', async (isLarge) => {
    const folder = newFolder();
    const first = open(folder);
    const tenant = await addTenant(first);
    const sourceId = await addIndexed(tenant, ['acorn', 'acorn'], { tags: ['tea'], isLarge });
    await tenant.store.transaction((tx) =>
      tx.conversations.append(tenant.agentId, 's', [newMessage('user', 'Hi')], [sourceId], 1),
    );
    const before = await readAll(tenant, 'acorn');
    expect(before.found).toHaveLength(2);
    await first.close();
    const store = opened(folder).workspace(tenant.workspaceId);
    expect(await readAll({ ...tenant, store }, 'acorn')).toEqual(before);
  });

  it('closing keeps a running transaction', async () => {
    const folder = newFolder();
    const store = open(folder);
    const tenant = await addTenant(store);
    const adding = [1, 2, 3].map((n) => addIndexed(tenant, ['acorn'], { isLarge: n === 2 }));
    await store.close();
    const ids = await Promise.all(adding);
    const again = opened(folder).workspace(tenant.workspaceId);
    expect(await again.sources.ids({})).toEqual(ids);
  });

  it.each([
    [true, 'are due at once for the only server', 1],
    [false, 'stay leased for a process beside the server', 0],
  ])('jobs of a process that ended (%s) %s', async (isOnlyServer, _, claimed) => {
    const folder = newFolder();
    const claim = (store: Store) =>
      store.jobs.claim({
        lane: 'compute',
        now: 10,
        leaseUntil: 1_000,
        leaseToken: newId('request'),
        limit: 9,
      });
    const first = open(folder);
    const tenant = await addTenant(first);
    await tenant.store.transaction((tx) => tx.jobs.insert(newJob('src_1')));
    const [job] = await claim(first);
    await first.close();
    const second = opened(folder, { isOnlyServer });
    expect(await claim(second)).toHaveLength(claimed);
    const finish = (row: typeof job) =>
      row && second.workspace(tenant.workspaceId).transaction((tx) => tx.jobs.finish(row));
    expect(await finish(job)).toBe(!isOnlyServer);
  });

  it('two processes see the writes of each other', async () => {
    const folder = newFolder();
    const server = opened(folder);
    const tenant = await addTenant(server);
    const beside = await openStoreBesideServer({ dataDir: folder, environment: 'live' });
    onTestFinished(() => beside.close());
    const besides = beside.workspace(tenant.workspaceId);
    expect((await besides.workspace.get()).name).toBe('0');
    await besides.transaction((tx) => tx.keys.revoke(tenant.keyId, 7));
    expect(await tenant.store.keys.find(tenant.keyId)).toMatchObject({ revoked_at: 7 });
  });

  it('adds up counters of two processes', async () => {
    const folder = newFolder();
    const tenant = await addTenant(opened(folder));
    const beside = opened(folder, { isOnlyServer: false }).workspace(tenant.workspaceId);
    const increment = (store: typeof beside, isLarge: boolean) =>
      store.transaction(
        async (tx) => {
          const { name } = await tx.workspace.get();
          await tx.workspace.update({ name: String(Number(name) + 1) });
        },
        { isLarge },
      );
    // On worker threads: two connections of one thread would deadlock.
    for (let round = 0; round < 20; round++) {
      const theirs = increment(beside, true);
      await new Promise(setImmediate);
      await Promise.all([theirs, increment(tenant.store, true)]);
    }
    expect((await tenant.store.workspace.get()).name).toBe('40');
  });

  it('is not delayed by a reader with an open transaction', async () => {
    const folder = newFolder();
    const tenant = await addTenant(opened(folder));
    const reader = new DatabaseSync(sqlitePath(folder, 'live'), { readOnly: true });
    onTestFinished(() => reader.close());
    reader.exec('BEGIN; SELECT count(*) FROM sources');
    reader.prepare('SELECT count(*) FROM sources').get();
    const startedAt = performance.now();
    for (let round = 0; round < 10; round++) await addIndexed(tenant, ['acorn'], { isLarge: round === 5 });
    // Longer than the two seconds after which the log is moved, as far as the reader allows.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    await addIndexed(tenant, ['acorn']);
    // Waiting for a reader would take ten seconds.
    expect(performance.now() - startedAt - 2_200).toBeLessThan(8_000);
    expect(reader.prepare('SELECT count(*) AS count FROM sources').get()).toEqual({ count: 0 });
  });

  it('closing does not wait for a reader, and the next start moves the rest of the log', async () => {
    const folder = newFolder();
    const store = open(folder);
    await addIndexed(await addTenant(store), ['acorn']);
    const reader = new DatabaseSync(sqlitePath(folder, 'live'), { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM sources').get();
    const startedAt = performance.now();
    await store.close();
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    reader.close();
    await open(folder).close();
    expect(readdirSync(folder)).toEqual(['live.db']);
  });

  it('lets only its owner read the files', async () => {
    const folder = newFolder();
    const tenant = await addTenant(opened(folder));
    await addIndexed(tenant, ['acorn'], { isLarge: true });
    const files = readdirSync(folder).filter((name) => name.startsWith('live.db'));
    expect(files.sort()).toEqual(['live.db', 'live.db-shm', 'live.db-wal']);
    expect(files.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  it('creates a folder that only its owner can enter', async () => {
    const folder = join(newFolder(), 'deep', 'data');
    await open(folder).close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('checkIntegrity finds no faults', async () => {
    const store = opened(newFolder());
    await addIndexed(await addTenant(store), ['acorn']);
    expect(await store.checkIntegrity()).toEqual([]);
    await store.ping();
  });
});

describe('the text of a deleted source', () => {
  const canary = 'zyxcanaryqvw';
  const filesWith = (folder: string): string[] =>
    readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(canary));

  /** Deletes a source that contains the canary in every form, from a store with other sources. */
  const deleteCanary = async (folder: string, store: Store, isLarge: boolean): Promise<void> => {
    const tenant = await addTenant(store);
    const filler = Array.from({ length: 50 }, (_, index) => `filler ${index} ${'word'.repeat(50)}`);
    await addIndexed(tenant, filler);
    const chunks = Array.from({ length: 300 }, (_, index) => `${canary} ${index} ${'text'.repeat(100)}`);
    const sourceId = await addIndexed(tenant, chunks, { tags: [canary], name: canary, isLarge });
    await addIndexed(tenant, filler);
    const citation = { source_id: sourceId, chunk_id: 'c', start: 0, end: 9, reply_start: 0, reply_end: 20 };
    const reply = newMessage('agent', `${canary} is quoted.`, {
      sources: JSON.stringify([{ id: sourceId, name: canary, snippet: canary }]),
      citations: JSON.stringify([citation]),
    });
    await tenant.store.transaction((tx) =>
      tx.conversations.append(tenant.agentId, 's', [reply], [sourceId], 1),
    );
    expect(filesWith(folder)).not.toEqual([]);
    await tenant.store.transaction(
      (tx) => tx.sources.remove({ source_id: sourceId, knowledge_base_id: tenant.knowledgeBaseId }),
      { isLarge },
    );
  };

  it.each([true, false])('is absent from the files after closing, large: %s', async (isLarge) => {
    const folder = newFolder();
    const store = open(folder);
    await deleteCanary(folder, store, isLarge);
    await store.close();
    expect(filesWith(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['live.db']);
  });

  it('is absent from the files a few seconds later, while the service runs', async () => {
    const folder = newFolder();
    await deleteCanary(folder, opened(folder), true);
    await expect.poll(() => filesWith(folder), { interval: 200 }).toEqual([]);
    expect(statSync(join(folder, 'live.db-wal')).size).toBe(0);
  });
});

describe('lockDataDir', () => {
  it('rejects a second holder with advice until the first releases the lock', () => {
    const folder = join(newFolder(), 'data');
    const unlock = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(OperatorError);
    expect(() => lockDataDir(folder)).toThrow(/Another server is running on the data folder .*: stop it/);
    unlock();
    lockDataDir(folder)();
  });

  it('does not lock another folder', () => {
    const [one, other] = [lockDataDir(newFolder()), lockDataDir(newFolder())];
    one();
    other();
  });
});

describe('openStoreBesideServer', () => {
  it('rejects a folder without data and creates nothing there', async () => {
    const folder = newFolder();
    await expect(openStoreBesideServer({ dataDir: folder, environment: 'live' })).rejects.toThrow(
      /no data in/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
