import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { newId, type SourceId } from '#lib/ids.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import type { JobLane, SourceRow } from '#storage/tables.ts';
import {
  addCrawl,
  addTenant,
  CONTRACT_INDEX_VERSION,
  newJob,
  newPage,
  newSource,
  type Tenant,
} from '../../tests/storage-contract/tenant.ts';
import { failSource } from './fail-source.ts';
import { SourceFault } from './parse/source-fault.ts';
import { repairSources } from './repair-sources.ts';
import { watchSources } from './watch-sources.ts';

const HOUR = 3_600_000;
const log = pino({ level: 'silent' });

let store: Store;
let tenant: Tenant;
let now: number;
const clock = { now: () => now };
/** Every index is up to date, so none needs a build. */
const embedders = {
  names: [],
  indexVersionFor: () => CONTRACT_INDEX_VERSION,
  ofIndex: () => undefined,
  deepOf: () => undefined,
  nameOf: String,
};
const models = { embedders, reranker: undefined };
const repair = (): Promise<void> => repairSources({ store, clock, log, models });

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-watch-'));
  store = await openStore({
    dataDir,
    environment: 'live',
    indexMemoryBytes: 1e9,
    isOnlyServer: true,
  });
  tenant = await addTenant(store);
  now = 1_000_000;
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

async function add(more: Parameters<typeof newSource>[1] = {}): Promise<SourceId> {
  const source = newSource(tenant.knowledgeBaseId, more);
  await tenant.store.transaction((tx) => tx.sources.insert(source));
  return source.source_id;
}
/** A page that was fetched an hour ago and is due for a refresh. */
const duePage = {
  type: 'url' as const,
  url: 'http://site.example/',
  refresh_interval_hours: 1,
  refresh_at: 1_000_000,
};
const find = (id: SourceId): Promise<SourceRow | undefined> => tenant.store.sources.find(id);

/** Leases and returns all due jobs. */
const claim = async (lane: JobLane) =>
  await store.jobs.claim({ lane, now, leaseUntil: now + 100, leaseToken: newId('request'), limit: 99 });
const queuedIn = async (lane: JobLane) =>
  (await claim(lane)).map(({ kind, payload }) => [kind, JSON.parse(payload)]);

describe('repairSources', () => {
  it('queues lost pages for fetching and other lost sources for indexing', async () => {
    const text = await add({ status: 'processing', stage: 'embedding', progress: 0.6, revision: 4 });
    const file = await add({ type: 'document' });
    const page = await add({ type: 'url', url: 'http://site.example/', stage: 'fetching' });
    await repair();
    await repair();
    expect(await queuedIn('compute')).toEqual([
      ['ingest-source', { source_id: text, revision: 5 }],
      ['ingest-source', { source_id: file, revision: 2 }],
    ]);
    expect(await queuedIn('network')).toEqual([['fetch-page', { source_id: page, revision: 2 }]]);
    expect(await find(text)).toMatchObject({
      status: 'processing',
      stage: 'queued',
      progress: 0,
      revision: 5,
    });
    expect(await tenant.store.sourceHistory.list(text, { limit: 9 })).toMatchObject([
      { action: 'reindex_requested', actor_name: 'Footnote', details: '{"reason":"lost_job"}' },
    ]);
  });

  it('queues a job only for a running crawl that has none', async () => {
    const lost = await addCrawl(tenant, [newPage('a')]);
    const busy = await addCrawl(tenant, [newPage('a')]);
    for (const status of ['completed', 'failed', 'cancelled'] as const)
      await addCrawl(tenant, [newPage('a')], { status });
    await tenant.store.transaction((tx) =>
      tx.jobs.insert({ ...newJob(busy, now + HOUR), kind: 'crawl-site', lane: 'network' }),
    );
    await repair();
    await repair();
    expect(await queuedIn('network')).toEqual([['crawl-site', { crawl_id: lost }]]);
  });

  it('queues each lost job once when three nodes repair at the same time', async () => {
    await add();
    await add({ ...duePage, status: 'indexed' });
    await addCrawl(tenant, [newPage('a')]);
    const newer = { ...embedders, indexVersionFor: () => 'model/2' };
    const node = () => repairSources({ store, clock, log, models: { embedders: newer } });
    await Promise.all([node(), node(), node()]);
    expect((await queuedIn('compute')).map(([kind]) => kind)).toEqual(['ingest-source', 'build-index']);
    expect((await queuedIn('network')).map(([kind]) => kind)).toEqual(['crawl-site', 'refresh-page']);
  });

  it('queues a due page once per interval, however often it runs', async () => {
    const page = await add({ ...duePage, status: 'indexed', revision: 3 });
    await add({ ...duePage, status: 'indexed', refresh_at: now + 1 });
    for (let look = 0; look < 3; look++) await repair();
    const refresh = ['refresh-page', { source_id: page, revision: 3 }];
    expect(await find(page)).toMatchObject({ status: 'indexed', revision: 3, refresh_at: now + HOUR });
    const [job, ...others] = await claim('network');
    expect([job?.kind, JSON.parse(job?.payload ?? ''), others]).toEqual([...refresh, []]);
    await repair();
    expect(await queuedIn('network')).toEqual([]);
    // The refresh is lost with its job. The interval queues it again.
    await tenant.store.transaction((tx) => tx.jobs.cancel(page));
    await repair();
    expect(await queuedIn('network')).toEqual([]);
    now += HOUR;
    await repair();
    expect(await queuedIn('network')).toContainEqual(refresh);
  });

  it('does not queue a due page again while its job is waiting', async () => {
    await add({ ...duePage, status: 'indexed' });
    await repair();
    now += 2 * HOUR;
    await repair();
    expect(await queuedIn('network')).toHaveLength(1);
  });

  it('fetches a failed page again after its interval, as a new revision', async () => {
    const page = await add({ ...duePage, refresh_at: null });
    await repair();
    const [row] = await claim('network');
    if (!row) throw new Error('The page was not queued.');
    const { signal } = new AbortController();
    const job: Job<'fetch-page'> = { row, payload: JSON.parse(row.payload), store: tenant.store, signal };
    const fault = new SourceFault('fetch_failed', 'fetching', 'site.example answered 404.');
    await failSource({ clock, log }, job, fault);
    expect(await find(page)).toMatchObject({ status: 'failed', revision: 2, refresh_at: now + HOUR });
    now += HOUR - 1;
    await repair();
    expect(await queuedIn('network')).toEqual([]);
    now += 1;
    await repair();
    expect(await queuedIn('network')).toEqual([['fetch-page', { source_id: page, revision: 3 }]]);
    expect(await find(page)).toMatchObject({ status: 'processing', error: null, refresh_at: now + HOUR });
  });

  it('does not retry a failed page without an interval', async () => {
    await add({ type: 'url', url: 'http://site.example/', status: 'failed' });
    now += 1_000 * HOUR;
    await repair();
    expect([await queuedIn('network'), await queuedIn('compute')]).toEqual([[], []]);
  });
});

describe('watchSources', () => {
  it('repairs repeatedly until it is stopped', async () => {
    const config = readConfig({}, { WATCH_SECONDS: 1 });
    const watch = watchSources({ store, models, clock, log, config });
    onTestFinished(() => watch.stop());
    for (const _ of ['first', 'second']) {
      const lost = await add();
      await expect.poll(() => find(lost)).toMatchObject({ revision: 2 });
    }
    expect(await claim('compute')).toHaveLength(2);
  });
});
