import { Piscina } from 'piscina';
import { failSource, ingestSource, type Preparer } from '#ingestion/ingest-source.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { JobHandlers } from '#jobs/job-kinds.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import type { StaticModel } from '#models/static-embedder.ts';
import type { Services } from '#services.ts';
import type { PrepareResult } from './ingest-thread.ts';

/** Jobs under way for each thread: those behind the first wait with their content read, or commit. */
const JOBS_PER_THREAD = 12;
const IDLE_MS = 30_000;

export type PreparerPool = Preparer & { close(): Promise<void> };

/** The threads that parse, chunk and embed; they start with the first job and end when idle. */
export function createPreparerPool(model: StaticModel, threads: number): PreparerPool {
  const pool = new Piscina<Parameters<Preparer['prepare']>[0], PrepareResult>({
    filename: new URL('./ingest-thread.ts', import.meta.url).href,
    workerData: { model },
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  return {
    prepare: async (content, signal) => {
      const result = await pool.run(content, { signal });
      if (result.ok) return result.prepared;
      throw new SourceFault(result.fault.code, result.fault.stage, result.fault.message);
    },
    close: () => pool.destroy(),
  };
}

/** Runs the jobs of one environment: job kind -> handler. */
export function startWorker(services: Services, preparer: Preparer): { stop(): Promise<void> } {
  const { store, clock, log, config } = services;
  const handlers: JobHandlers = {
    'ingest-source': {
      run: (job) => ingestSource({ clock, preparer }, job),
      giveUp: (job, error) => failSource(services, job, error),
      isRetryable: (error) => !(error instanceof SourceFault) || error.isRetryable,
    },
  };
  return runJobs({
    store,
    clock,
    log,
    handlers,
    concurrency: config.INGEST_WORKERS * JOBS_PER_THREAD,
    maxAttempts: config.JOB_ATTEMPTS,
    leaseMs: config.JOB_LEASE_SECONDS * 1_000,
  });
}
