import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect } from 'vitest';
import { failSource } from '#ingestion/fail-source.ts';
import { buildIndex, failBuild } from '#ingestion/indexing/build-index.ts';
import { indexChunks } from '#ingestion/indexing/index-chunks.ts';
import { createIngestion } from '#ingestion/ingest-source.ts';
import { prepareSource } from '#ingestion/prepare-source.ts';
import type { DocumentWorker } from '#ingestion/workers/document-worker.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import { systemClock } from '#lib/clock.ts';
import type { Embedder, Embedders } from '#models/model.ts';
import { loadStaticEmbedder } from '#models/static/static-embedder.ts';
import { encodeSegment } from '#segment/segment.ts';
import type { Store } from '#storage/store.ts';

/** For tests: jobs that index run in this thread, with any models. */
export const log = pino({ level: 'silent' });
export const clock = systemClock;

export const bundledEmbedder = (): Promise<Embedder> =>
  loadStaticEmbedder(fileURLToPath(new URL('../../models/static-en-multi-256', import.meta.url)));

const documentWorker: DocumentWorker = {
  prepare: async ({ read, embedder, ...context }) =>
    prepareSource(embedder, { ...context, content: await read() }),
  index: async ({ embedder, ...source }) => encodeSegment(await indexChunks(embedder, source)),
  findLinks: () => Promise.reject(new Error('No page is read here.')),
  readFeed: () => Promise.reject(new Error('No feed is read here.')),
  listArchive: () => Promise.reject(new Error('No archive is read here.')),
  unpackEntries: () => Promise.reject(new Error('No archive is read here.')),
};

/** Begins to run what is queued. */
export function startQueue(store: Store, embedders: Embedders): { stop(): Promise<void> } {
  const services = { clock, log, documentWorker, models: { embedders, reranker: undefined } };
  const ingestSource = createIngestion(services);
  return runJobs({
    store,
    clock,
    log,
    lane: 'compute',
    handlers: {
      'ingest-source': {
        run: (job) => ingestSource(job, documentWorker),
        onFailure: (job, error) => failSource(services, job, error),
        isRetryable: () => false,
      },
      'build-index': {
        run: (job) => buildIndex(services, job),
        onFailure: (job, error) => failBuild(services, job, error),
        isRetryable: () => false,
      },
    },
    concurrency: 2,
    maxAttempts: 1,
    leaseMs: 60_000,
  });
}

/** Runs what is queued until nothing is. */
export async function runQueue(store: Store, embedders: Embedders): Promise<void> {
  const runner = startQueue(store, embedders);
  await expect.poll(() => store.jobs.nextDueAt('compute')).toBeUndefined();
  await runner.stop();
}
