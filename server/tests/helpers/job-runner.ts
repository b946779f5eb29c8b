import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished } from 'vitest';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job, JobHandler } from '#jobs/job-kinds.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import type { SourceId } from '#lib/ids.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { addTenant, newSource, type Tenant } from '../storage-contract/tenant.ts';

export type IngestJob = Job<'ingest-source'>;
export type Handler = JobHandler<'ingest-source'>;
type Log = { level: number; msg: string; err?: { message: string } }[];

/** Set by `prepareTestRunner` before each test. */
export let store: Store;
export let tenant: Tenant;
export let log: FastifyBaseLogger;
export let logged: Log;

/** What time it is for the runners; tests put it forward. */
export const clock = { now: 0 };

/** Has an empty store with one tenant stand for each test of a file. */
export function prepareTestRunner(): void {
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'footnote-jobs-'));
    store = await openStore({
      dataDir,
      environment: 'live',
      indexMemoryBytes: 1e9,
      isOnlyServer: true,
    });
    tenant = await addTenant(store);
    logged = [];
    log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    clock.now = 1_000_000;
    onTestFinished(async () => {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
  });
}

type Options = {
  handler: Partial<Handler>;
  lane?: JobLane;
  concurrency?: number;
  maxAttempts?: number;
  leaseMs?: number;
  /** Of the runner, when it is not the store of the test itself. */
  seenStore?: Store;
};

/** Runs jobs until the end of the test, unless they are stopped before. */
export function run({
  handler,
  lane = 'compute',
  concurrency = 2,
  maxAttempts = 3,
  leaseMs = 60_000,
  seenStore = store,
}: Options) {
  const whole: Handler = { run: commit, onFailure: fail, isRetryable: () => true, ...handler };
  const runner = runJobs({
    store: seenStore,
    clock: { now: () => clock.now },
    log,
    lane,
    handlers: { [KIND_OF[lane]]: whole },
    concurrency,
    maxAttempts,
    leaseMs,
  });
  onTestFinished(() => runner.stop());
  return runner;
}

/** The kind of the jobs that these tests have in each lane. */
export const KIND_OF = { compute: 'ingest-source', network: 'fetch-page' } as const;

export type JobLane = keyof typeof KIND_OF;

/** Adds a source with a job that is due. */
export async function add(lane: JobLane = 'compute'): Promise<SourceId> {
  const source = newSource(tenant.knowledgeBaseId);
  await tenant.store.transaction(async (tx) => {
    await tx.sources.insert(source);
    await queue(tx, source.source_id, lane);
  });
  return source.source_id;
}

/** Adds a job for a source. */
export const queue = (
  tx: Parameters<typeof enqueue>[0],
  sourceId: SourceId,
  lane: JobLane = 'compute',
): Promise<void> =>
  enqueue(tx, {
    kind: KIND_OF[lane],
    subjectId: sourceId,
    payload: { source_id: sourceId, revision: 1 },
    now: clock.now,
  });

/** Ends the job and counts in the source's row how often: an effect that is committed with the job or not at all. */
export const commit = (job: IngestJob): Promise<void> =>
  job.store.transaction(async (tx) => {
    const source = await tx.sources.find(job.payload.source_id);
    await tx.sources.update(job.payload.source_id, { chunk_count: (source?.chunk_count ?? 0) + 1 });
    if (!(await tx.jobs.finish(job.row))) throw new Error('The lease was lost.');
  });

/** Ends the job and says so in the row of its source. */
export const fail = (job: IngestJob): Promise<void> =>
  job.store.transaction(async (tx) => {
    if (await tx.jobs.finish(job.row)) await tx.sources.update(job.payload.source_id, { status: 'failed' });
  });

/** How often a job was committed for the source. */
export const effectsOn = async (sourceId: SourceId): Promise<number | undefined> =>
  (await tenant.store.sources.find(sourceId))?.chunk_count;
/** What the row of the source says. */
export const statusOf = async (sourceId: SourceId) => (await tenant.store.sources.find(sourceId))?.status;
export const isQueueEmpty = async (): Promise<boolean> =>
  (await store.jobs.nextDueAt('compute')) === undefined;
/** Waits until no job of the lane compute is left. */
export const untilQueueIsEmpty = () => expect.poll(isQueueEmpty).toBe(true);

/** Fails when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
