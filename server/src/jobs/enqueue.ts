import type { WorkspaceTransaction } from '#storage/store.ts';
import { JOB_KINDS, type JobKind, type JobPayload } from './job-kinds.ts';

/** Queues a job in the transaction that requires it, so that neither exists without the other. `subjectId`: what the
 *  job works on; cancelling the subject cancels it. `now`: milliseconds since 1970. */
export const enqueue = async <Kind extends JobKind>(
  tx: Pick<WorkspaceTransaction, 'jobs'>,
  job: { kind: Kind; subjectId: string; payload: JobPayload<Kind>; now: number },
): Promise<void> =>
  await tx.jobs.insert({
    kind: job.kind,
    lane: JOB_KINDS[job.kind].lane,
    subject_id: job.subjectId,
    payload: JSON.stringify(job.payload),
    run_at: job.now,
  });
