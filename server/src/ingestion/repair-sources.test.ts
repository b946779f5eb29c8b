import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runJobs } from '#jobs/run-jobs.ts';
import { type Clock, systemClock } from '#lib/clock.ts';
import { newId, type SourceId } from '#lib/ids.ts';
import type { Embedder } from '#models/model.ts';
import { loadStaticEmbedder } from '#models/static-embedder.ts';
import { addTenant, newJob, newSource, type Tenant } from '#storage/contract-tenant.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { failSource } from './fail-source.ts';
import { ingestSource } from './ingest-source.ts';
import { prepareSource } from './prepare-source.ts';
import type { Preparer } from './preparer.ts';
import { reindexOutdated, repairSources } from './repair-sources.ts';

const clock: Clock = systemClock;
const log = pino({ level: 'silent' });
const kettle = 'The copper kettle of the lighthouse keeper whistles at four every afternoon.';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await loadStaticEmbedder(
    fileURLToPath(new URL('../../models/static-en-multi-256', import.meta.url)),
  );
});

let dataDir: string;
let opened: Store | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footnote-repair-'));
  opened = undefined;
  onTestFinished(async () => {
    await opened?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

/** Opens the storage, as a program whose index has this version does when it starts. */
async function start(indexVersion: string): Promise<Store> {
  await opened?.close();
  opened = openStore({
    dataDir,
    environment: 'live',
    indexVersion,
    indexMemoryBytes: 1e9,
    isOnlyServer: true,
  });
  return opened;
}

/** Runs what is queued until nothing is. */
async function runQueue(store: Store): Promise<void> {
  const preparer = {
    prepare: async ({ read, name }: Parameters<Preparer['prepare']>[0]) =>
      prepareSource(embedder, { name, content: await read() }),
    findLinks: () => Promise.reject(new Error('No page is read here.')),
  };
  const runner = runJobs({
    store,
    clock,
    log,
    lane: 'compute',
    handlers: {
      'ingest-source': {
        run: (job) => ingestSource({ clock, log, preparer }, job),
        giveUp: (job, error) => failSource({ clock, log }, job, error),
        isRetryable: () => false,
      },
    },
    concurrency: 2,
    maxAttempts: 1,
    leaseMs: 60_000,
  });
  await vi.waitFor(async () => expect(await store.jobs.nextDueAt('compute')).toBeUndefined(), {
    timeout: 10_000,
  });
  await runner.stop();
}

/** Adds a source with its bytes. */
async function add(tenant: Tenant, more: { isQueued: boolean; status?: 'failed' }): Promise<SourceId> {
  const source = newSource(tenant.knowledgeBaseId, { status: more.status ?? 'processing' });
  const { source_id } = source;
  await tenant.store.transaction(async (tx) => {
    await tx.sources.insert(source);
    await tx.contents.insertFile(source_id, 1, [Buffer.from(kettle)]);
    if (more.isQueued) await tx.jobs.insert(newJob(source_id));
  });
  return source_id;
}

const queued = async (store: Store): Promise<string[]> =>
  (
    await store.jobs.claim({
      lane: 'compute',
      now: clock.now(),
      leaseUntil: 0,
      leaseToken: newId('request'),
      limit: 9,
    })
  ).map((job) => job.subject_id);

const found = async (tenant: Tenant): Promise<SourceId[]> =>
  (
    await tenant.store.search.candidates(
      { knowledgeBaseIds: [tenant.knowledgeBaseId] },
      { terms: [{ term: 'kettl', weight: 1 }], limit: 9 },
    )
  ).map((hit) => hit.sourceId);

describe('repairSources', () => {
  it('queues a source that is processing without a job, and it ends indexed', async () => {
    const store = await start('v1');
    const tenant = await addTenant(store);
    const orphan = await add(tenant, { isQueued: false });
    await repairSources({ store, clock, log });
    await runQueue(store);
    expect(await tenant.store.sources.find(orphan)).toMatchObject({
      status: 'indexed',
      stage: 'done',
      progress: 1,
      revision: 2,
      indexed_revision: 2,
      chunk_count: 1,
    });
    expect(await found(tenant)).toEqual([orphan]);
  });

  it('leaves alone what is queued, and what has failed', async () => {
    const store = await start('v1');
    const tenant = await addTenant(store);
    const waiting = await add(tenant, { isQueued: true });
    const failed = await add(tenant, { isQueued: false, status: 'failed' });
    await repairSources({ store, clock, log });
    expect(await queued(store)).toEqual([waiting]);
    expect(await tenant.store.sources.find(waiting)).toMatchObject({ revision: 1, status: 'processing' });
    expect(await tenant.store.sources.find(failed)).toMatchObject({ revision: 1, status: 'failed' });
  });

  it('queues once what is to be repaired, however often it runs', async () => {
    const store = await start('v1');
    const tenant = await addTenant(store);
    const orphan = await add(tenant, { isQueued: false });
    for (let start = 0; start < 3; start++) await repairSources({ store, clock, log });
    expect(await queued(store)).toEqual([orphan]);
    expect(await tenant.store.sources.find(orphan)).toMatchObject({ revision: 2 });
  });

  it('makes an index of another version again, and it is found again', async () => {
    const before = await start('v1');
    const tenant = await addTenant(before);
    const sourceId = await add(tenant, { isQueued: true });
    await runQueue(before);
    expect(await found(tenant)).toEqual([sourceId]);

    const store = await start('v2');
    const again: Tenant = { ...tenant, store: store.workspace(tenant.workspaceId) };
    expect(await found(again)).toEqual([]);
    await reindexOutdated({ store, clock, log });
    expect(await again.store.sources.find(sourceId)).toMatchObject({ status: 'processing', revision: 2 });
    await runQueue(store);
    expect(await again.store.sources.find(sourceId)).toMatchObject({ status: 'indexed', revision: 2 });
    expect(await found(again)).toEqual([sourceId]);
    expect(Buffer.from(await again.store.contents.file(sourceId, 2)).toString()).toBe(kettle);

    const third = await start('v2');
    await reindexOutdated({ store: third, clock, log });
    expect(await queued(third)).toEqual([]);
  });

  it('repairs a start that died between the two: half of them queued, half of them not', async () => {
    const before = await start('v1');
    const tenant = await addTenant(before);
    const ids = [await add(tenant, { isQueued: true }), await add(tenant, { isQueued: true })];
    await runQueue(before);
    const dying = await start('v2');
    await dying.workspace(tenant.workspaceId).transaction(async (tx) => {
      await tx.sources.update(ids[0] as SourceId, { status: 'processing', stage: 'queued', revision: 2 });
    });
    const store = await start('v2');
    await repairSources({ store, clock, log });
    await reindexOutdated({ store, clock, log });
    await runQueue(store);
    const again: Tenant = { ...tenant, store: store.workspace(tenant.workspaceId) };
    expect((await found(again)).sort()).toEqual(ids.toSorted());
  });
});
