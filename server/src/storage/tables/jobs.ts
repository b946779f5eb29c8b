import { newId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { JobLane, JobRow } from '#storage/tables.ts';

/** Jobs as a workspace sees them: added and cancelled together with what they are about. */
export const jobWrites = ({ engine, tx, db, workspaceId }: WriteScope) => ({
  insert: async (job: Pick<JobRow, 'kind' | 'lane' | 'subject_id' | 'payload' | 'run_at'>): Promise<void> => {
    await db
      .insertInto('jobs')
      .values({
        ...job,
        workspace_id: workspaceId,
        job_id: newId('job'),
        lease_until: null,
        lease_token: null,
        attempts: 0,
        failures: 0,
        created_at: job.run_at,
      })
      .execute();
    engine.notify(tx, { topic: 'job-queued', lane: job.lane });
  },

  /** Whether there is a job of the subject, waiting or under way. */
  isQueued: async (subjectId: string): Promise<boolean> =>
    (await db
      .selectFrom('jobs')
      .select('job_id')
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', '=', subjectId)
      .limit(1)
      .executeTakeFirst()) !== undefined,

  /** Takes all jobs of the subject out of the queue; one that is running is told to stop, and cannot finish. */
  cancel: async (subjectId: string): Promise<void> => {
    const { numDeletedRows } = await db
      .deleteFrom('jobs')
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) engine.notify(tx, { topic: 'job-cancelled', subjectId });
  },

  /** Ends a job that the caller holds. False when the lease was lost or the job cancelled: then nothing that the
   *  caller made may be committed. */
  finish: async ({ job_id, lease_token }: JobRow): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('jobs')
      .where('workspace_id', '=', workspaceId)
      .where('job_id', '=', job_id)
      .where('lease_token', '=', lease_token)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  /** Whether the caller still holds the job, for work that is committed in steps. */
  isHeld: async ({ job_id, lease_token }: JobRow): Promise<boolean> =>
    (await db
      .selectFrom('jobs')
      .select('job_id')
      .where('workspace_id', '=', workspaceId)
      .where('job_id', '=', job_id)
      .where('lease_token', '=', lease_token)
      .executeTakeFirst()) !== undefined,

  /** Gives a job back, to run again at `runAt`, with what is to be known of it then. */
  release: async (
    { job_id, lease_token }: JobRow,
    { runAt, ...counts }: { runAt: number } & Partial<Pick<JobRow, 'attempts' | 'failures'>>,
  ): Promise<void> => {
    await db
      .updateTable('jobs')
      .set({ lease_until: null, lease_token: null, run_at: runAt, ...counts })
      .where('workspace_id', '=', workspaceId)
      .where('job_id', '=', job_id)
      .where('lease_token', '=', lease_token)
      .execute();
  },
});

/** Jobs as the queue sees them, over all workspaces of the environment. */
export const jobQueue = (engine: Engine) => ({
  /** Leases due jobs of a lane in turn between workspaces: one that queued thousands waits as long for its next job as
   *  one that queued a single one. */
  claim: async (claim: {
    lane: JobLane;
    now: number;
    leaseUntil: number;
    leaseToken: string;
    limit: number;
  }): Promise<JobRow[]> =>
    await engine.transaction((tx) => engine.claimJobs(tx, claim), { isForgettable: true }),

  /** Extends the leases that are still held; returns the ids of those jobs. */
  heartbeat: async (jobs: readonly JobRow[], leaseUntil: number): Promise<string[]> =>
    await engine.transaction(
      async ({ db }) => {
        const held = await db
          .updateTable('jobs')
          .set({ lease_until: leaseUntil })
          .where(({ eb, or, and }) =>
            or(
              jobs.map((job) =>
                and([
                  eb('workspace_id', '=', job.workspace_id),
                  eb('job_id', '=', job.job_id),
                  eb('lease_token', '=', job.lease_token),
                ]),
              ),
            ),
          )
          .returning('job_id')
          .execute();
        return held.map((row) => row.job_id);
      },
      { isForgettable: true },
    ),

  /** When the next job of the lane is due, in milliseconds since 1970; undefined when there is none. */
  nextDueAt: async (lane: JobLane): Promise<number | undefined> => {
    const row = await engine.reads
      .selectFrom('jobs')
      .select(({ fn }) => fn.coalesce('lease_until', 'run_at').as('due_at'))
      .where('lane', '=', lane)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return row?.due_at;
  },
});
