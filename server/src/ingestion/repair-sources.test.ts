import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newId, type SourceId } from '#lib/ids.ts';
import { createEmbedders } from '#models/embedders.ts';
import type { Embedders } from '#models/model.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { bundledEmbedder, clock, log, runQueue } from '../../tests/helpers/ingestion-queue.ts';
import { addTenant, newJob, newSource, type Tenant } from '../../tests/storage-contract/tenant.ts';
import { repairSources } from './repair-sources.ts';

const kettle = 'The copper kettle of the lighthouse keeper whistles at four every afternoon.';

let embedders: Embedders;
beforeAll(async () => {
  embedders = createEmbedders(await bundledEmbedder());
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

/** Opens the store, as the program does at startup. */
async function start(): Promise<Store> {
  await opened?.close();
  opened = await openStore({
    dataDir,
    environment: 'live',
    indexMemoryBytes: 1e9,
    isOnlyServer: true,
  });
  return opened;
}

/** Adds a source with its content. */
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

const found = async ({ store, knowledgeBaseId }: Tenant): Promise<SourceId[]> => {
  const [base] = await store.knowledgeBases.indexVersions([knowledgeBaseId]);
  const scope = { knowledgeBaseIds: [knowledgeBaseId], indexVersion: base?.index_version ?? '' };
  const hits = await store.search.candidates(scope, { terms: [{ term: 'kettl', weight: 1 }], limit: 9 });
  return hits.map((hit) => hit.sourceId);
};

describe('repairSources', () => {
  it('queues a processing source that has no job, which ends indexed', async () => {
    const store = await start();
    const tenant = await addTenant(store, undefined, embedders.indexVersionFor(null));
    const orphan = await add(tenant, { isQueued: false });
    await repairSources({ store, clock, log, models: { embedders } });
    await runQueue(store, embedders);
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

  it('does not touch queued or failed sources', async () => {
    const store = await start();
    const tenant = await addTenant(store, undefined, embedders.indexVersionFor(null));
    const waiting = await add(tenant, { isQueued: true });
    const failed = await add(tenant, { isQueued: false, status: 'failed' });
    await repairSources({ store, clock, log, models: { embedders } });
    expect(await queued(store)).toEqual([waiting]);
    expect(await tenant.store.sources.find(waiting)).toMatchObject({ revision: 1, status: 'processing' });
    expect(await tenant.store.sources.find(failed)).toMatchObject({ revision: 1, status: 'failed' });
  });

  it('queues each lost source once, however often it runs', async () => {
    const store = await start();
    const tenant = await addTenant(store, undefined, embedders.indexVersionFor(null));
    const orphan = await add(tenant, { isQueued: false });
    for (let start = 0; start < 3; start++) await repairSources({ store, clock, log, models: { embedders } });
    expect(await queued(store)).toEqual([orphan]);
    expect(await tenant.store.sources.find(orphan)).toMatchObject({ revision: 2 });
  });
});
