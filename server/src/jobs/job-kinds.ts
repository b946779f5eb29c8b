import { z } from 'zod';
import type { SourceId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';

/** Every kind of job with the schema of its payload. */
export const JOB_KINDS = {
  /** Makes the content of a source searchable, as it was at this revision. */
  'ingest-source': z.object({
    source_id: z.custom<SourceId>((value) => typeof value === 'string'),
    revision: z.int(),
  }),
} as const;

export type JobKind = keyof typeof JOB_KINDS;
export type JobPayload<Kind extends JobKind> = z.infer<(typeof JOB_KINDS)[Kind]>;

/** A job as its handler sees it. */
export type Job<Kind extends JobKind> = {
  row: JobRow;
  payload: JobPayload<Kind>;
  store: WorkspaceStore;
  /** Aborted when the lease is lost, the job is cancelled, or the service stops. */
  signal: AbortSignal;
};

export type JobHandler<Kind extends JobKind> = {
  /** Does the work and ends the job with `tx.jobs.finish` in the transaction that commits it. */
  run(job: Job<Kind>): Promise<void>;
  /** Commits the failure of a job that will not be tried again, and ends it in the same transaction. */
  giveUp(job: Job<Kind>, error: unknown): Promise<void>;
  isRetryable(error: unknown): boolean;
};

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };
