import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import { openEngine, type StorageAddress } from '#storage/open-store.ts';
import { createStore } from '#storage/store.ts';
import { dropSchemas } from '../../../tests/helpers/test-storage.ts';
import { addIndexed, addTenant, search, type Tenant } from '../../../tests/storage-contract/tenant.ts';

const { TEST_DATABASE_URL } = process.env;
const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const task of cleanUp) await task();
});

const embedded = (): StorageAddress => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-packs-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true }));
  return { dataDir };
};
const postgres = (): StorageAddress => {
  const [databaseUrl = '', databaseSchema] = [TEST_DATABASE_URL, `packs_${randomUUID().slice(0, 8)}`];
  cleanUp.push(() => dropSchemas(databaseUrl, databaseSchema));
  return { databaseUrl, databaseSchema, connections: 2 };
};
const engines: [string, () => StorageAddress, boolean][] = [
  ['the embedded engine', embedded, false],
  ...(TEST_DATABASE_URL
    ? [['PostgreSQL (TEST_DATABASE_URL)', postgres, true] as (typeof engines)[number]]
    : []),
];

const CHUNKS = 1_000;
/** Every five of these make a pack, and two are left at the end. */
const SOURCES = 12;

const faults: unknown[] = [];
const onceAsync = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};
const open = async (address: StorageAddress): Promise<Engine> => {
  const engine = await openEngine({
    ...address,
    environment: 'live',
    indexMemoryBytes: 1e9,
    isOnlyServer: true,
    packsSegments: true,
    onFault: (error) => faults.push(error),
  });
  const close = onceAsync(() => engine.close());
  cleanUp.unshift(close);
  return { ...engine, close };
};

const chunksOf = (word: string): string[] => Array.from({ length: CHUNKS }, (_, i) => `${word} birch${i}`);

/** A knowledge base whose segments are packed. Source number 3 is found by `acorn3`. */
async function packed(address: StorageAddress) {
  const engine = await open(address);
  const tenant = await addTenant(createStore(engine));
  const ids: SourceId[] = [];
  for (let i = 0; i < SOURCES; i++) ids.push(await addIndexed(tenant, chunksOf(`acorn${i}`)));
  await expect.poll(() => packs(engine), { timeout: 30_000 }).toEqual([5 * CHUNKS, 5 * CHUNKS]);
  return { engine, tenant, ids };
}

/** The chunks of each pack. */
const packs = async ({ reads }: Engine): Promise<number[]> =>
  (await reads.selectFrom('segment_packs').select('chunk_count').orderBy('last_change').execute()).map(
    (row) => row.chunk_count,
  );

/** The same knowledge base in a process that starts now. */
async function reopened(address: StorageAddress, { workspaceId, ...tenant }: Tenant) {
  const engine = await open(address);
  const store = createStore(engine).workspace(workspaceId);
  return { engine, tenant: { ...tenant, workspaceId, store } };
}

const remove = ({ store, knowledgeBaseId }: Tenant, source_id: SourceId | undefined) =>
  store.transaction((tx) =>
    tx.sources.remove({ source_id: source_id ?? 'src_none', knowledge_base_id: knowledgeBaseId }),
  );

/** Makes the segments of these sources unreadable. */
const spoil = ({ transaction }: Engine, ids: readonly SourceId[]) =>
  transaction(async ({ db }) => {
    await db
      .updateTable('segments')
      .set({ bytes: Buffer.from('no segment') })
      .where('source_id', 'in', ids)
      .execute();
  });

const expectFound = async (tenant: Tenant, numbers: Iterable<number>): Promise<void> => {
  const left = new Set(numbers);
  for (let i = 0; i < SOURCES; i++)
    expect(await search(tenant, `acorn${i}`), `acorn${i}`).toHaveLength(left.has(i) ? 100 : 0);
};
const ALL = Array.from({ length: SOURCES }, (_, i) => i);

describe.each(engines)('packs of segments on %s', (_, place, isShared) => {
  it('answer after a restart, instead of the segments', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    await engine.close();
    const next = await reopened(address, tenant);
    await spoil(next.engine, ids.slice(0, 10));
    await expectFound(next.tenant, ALL);
    expect(faults).toEqual([]);
  });

  it('go with a source of theirs that is deleted, and the rest is packed again when the index is loaded', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    await remove(tenant, ids[7]);
    expect(await packs(engine)).toEqual([5 * CHUNKS]);
    await engine.close();
    const next = await reopened(address, tenant);
    await expectFound(
      next.tenant,
      ALL.filter((i) => i !== 7),
    );
    await expect.poll(() => packs(next.engine), { timeout: 30_000 }).toEqual([5 * CHUNKS, 5 * CHUNKS]);
    await next.engine.close();
    const last = await reopened(address, tenant);
    await expectFound(
      last.tenant,
      ALL.filter((i) => i !== 7),
    );
    expect(faults).toEqual([]);
  });

  it('never bring back what was removed without them, as a node of an earlier version removes it', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    await engine.transaction(async ({ db }) => {
      await db
        .deleteFrom('segments')
        .where('source_id', 'in', [ids[2] ?? 'src_none'])
        .execute();
    });
    await engine.close();
    const next = await reopened(address, tenant);
    await expectFound(
      next.tenant,
      ALL.filter((i) => i !== 2),
    );
  });

  it('that are small are merged with what is beside them', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    for (const i of [0, 1, 2, 3, 6]) await remove(tenant, ids[i]);
    await engine.close();
    const next = await reopened(address, tenant);
    await expectFound(next.tenant, [4, 5, 7, 8, 9, 10, 11]);
    await expect.poll(() => packs(next.engine), { timeout: 30_000 }).toEqual([5 * CHUNKS]);
  });

  it('that are damaged are told and made again, and the segments answer', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    await engine.transaction(async ({ db }) => {
      await db
        .updateTable('segment_packs')
        .set({ bytes: Buffer.alloc(1_000, 'damaged') })
        .execute();
    });
    await engine.close();
    const next = await reopened(address, tenant);
    await expectFound(next.tenant, ALL);
    expect(faults.splice(0).map(String)).toEqual([
      'Error: These bytes are not a pack of segments',
      'Error: These bytes are not a pack of segments',
    ]);
    await expect
      .poll(
        async () =>
          (await next.engine.reads.selectFrom('segment_packs').select('bytes').execute()).map(
            ({ bytes }) => bytes.length > 1_000,
          ),
        { timeout: 30_000 },
      )
      .toEqual([true, true]);
    await next.engine.close();
    const last = await reopened(address, tenant);
    await spoil(last.engine, ids.slice(0, 10));
    await expectFound(last.tenant, ALL);
    expect(faults).toEqual([]);
  });

  it('are made while sources change, and each process finds the same', async () => {
    const address = place();
    const { engine, tenant, ids } = await packed(address);
    const changing = (async () => {
      for (let i = 0; i < 10; i += 2) await remove(tenant, ids[i]);
      for (let i = 20; i < 30; i++) await addIndexed(tenant, chunksOf(`cedar${i}`));
    })();
    const others = isShared
      ? Array.from({ length: 3 }, async () => {
          const other = await reopened(address, tenant);
          expect(await search(other.tenant, 'acorn11')).toHaveLength(100);
          return other;
        })
      : [];
    await changing;
    const all = [{ engine, tenant }, ...(await Promise.all(others))];
    if (!isShared) await engine.close();
    for (const other of isShared
      ? [...all, await reopened(address, tenant)]
      : [await reopened(address, tenant)]) {
      await expectFound(other.tenant, [1, 3, 5, 7, 9, 10, 11]);
      for (let i = 20; i < 30; i++) expect(await search(other.tenant, `cedar${i}`)).toHaveLength(100);
    }
    expect(faults).toEqual([]);
  });
});
