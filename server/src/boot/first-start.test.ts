import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { authenticateKey } from '#keys/authenticate.ts';
import { systemClock as clock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { openStore, type StorageAddress } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { completeFirstStart, type FirstKeys } from './first-start.ts';

let stores: Record<Environment, Store>;

const { TEST_DATABASE_URL } = process.env;
const STORAGES: [string, (dataDir: string) => StorageAddress][] = [
  ['the embedded engine', (dataDir) => ({ dataDir })],
];
if (TEST_DATABASE_URL !== undefined)
  STORAGES.push([
    'PostgreSQL',
    () => ({
      databaseUrl: TEST_DATABASE_URL,
      databaseSchema: `set_up_${randomUUID().slice(0, 8)}`,
      connections: 4,
    }),
  ]);

async function openStores(addressIn: (dataDir: string) => StorageAddress): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-set-up-'));
  const address = addressIn(dataDir);
  const open = (environment: Environment) =>
    openStore({ ...address, environment, indexMemoryBytes: 1e6, isOnlyServer: true });
  stores = { live: await open('live'), sandbox: await open('sandbox') };
  onTestFinished(async () => {
    await Promise.all([stores.live.close(), stores.sandbox.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });
}

const start = () => completeFirstStart({ stores, clock, indexVersion: 'model/1' });

/** The only workspace of an environment, its contents, and whether the keys open it. */
async function look(environment: Environment, firstKeys: FirstKeys) {
  const ids = await stores[environment].workspaceIds();
  const store = stores[environment].workspace(ids[0] ?? 'ws_none');
  const { secret, knowledgeBaseId } = firstKeys[environment];
  const { scope, workspaceId } = await authenticateKey({ stores, clock }, `Bearer ${secret}`);
  return {
    ids,
    keys: (await store.keys.list({ limit: 10 })).map(({ key_id }) => key_id),
    bases: (await store.knowledgeBases.list({ limit: 10 })).map(({ knowledge_base_id }) => knowledge_base_id),
    isOpen: scope === 'admin' && workspaceId === ids[0],
    isDefault: knowledgeBaseId === (await store.knowledgeBases.defaultId()),
  };
}

const expectWhole = async (firstKeys: FirstKeys | undefined): Promise<void> => {
  if (!firstKeys) throw new Error('Nobody got the keys.');
  for (const environment of ENVIRONMENTS) {
    const seen = await look(environment, firstKeys);
    expect(seen).toMatchObject({ isOpen: true, isDefault: true });
    expect([seen.ids.length, seen.bases.length]).toEqual([1, 1]);
  }
  expect(await stores.live.workspaceIds()).toEqual(await stores.sandbox.workspaceIds());
};

describe.each(STORAGES)('the first start, on %s', (_, addressIn) => {
  beforeEach(() => openStores(addressIn));

  it('creates a workspace, a knowledge base and a key in both environments, once', async () => {
    const firstKeys = await start();
    await expectWhole(firstKeys);
    expect(await start()).toBeUndefined();
    await expectWhole(firstKeys);
  });

  it('gives the keys to one of five nodes that start at once, and creates nothing twice', async () => {
    const started = await Promise.all(Array.from({ length: 5 }, start));
    const winners = started.filter((firstKeys) => firstKeys !== undefined);
    expect(winners).toHaveLength(1);
    await expectWhole(winners[0]);
    for (const environment of ENVIRONMENTS)
      expect((await look(environment, winners[0] as FirstKeys)).keys).toHaveLength(1);
    expect(await start()).toBeUndefined();
  });

  it.each([1, 2, 3, 4, 5, 6])('gives the keys to one of two nodes that start %i ms apart', async (ms) => {
    const first = start();
    await sleep(ms);
    const winners = (await Promise.all([first, start()])).filter((firstKeys) => firstKeys !== undefined);
    expect(winners).toHaveLength(1);
    await expectWhole(winners[0]);
  });

  it.each([
    ['making the live workspace', 1],
    ['making both workspaces', 2],
    ['making the live key', 3],
  ])('is completed by the next start when interrupted after %s', async (_, transactions) => {
    await expect(
      completeFirstStart({ stores: dyingAfter(transactions), clock, indexVersion: 'model/1' }),
    ).rejects.toThrow('killed');
    await expectWhole(await start());
    expect(await start()).toBeUndefined();
  });
});

/** The same storage for a process that dies at its next workspace transaction after this many. */
function dyingAfter(transactions: number): Record<Environment, Store> {
  let left = transactions;
  const dying = (store: Store): Store => ({
    ...store,
    workspace: (id) => ({
      ...store.workspace(id),
      transaction: (work, options) => {
        if (left-- === 0) throw new Error('killed');
        return store.workspace(id).transaction(work, options);
      },
    }),
  });
  return { live: dying(stores.live), sandbox: dying(stores.sandbox) };
}
