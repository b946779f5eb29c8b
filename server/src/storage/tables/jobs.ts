import { newId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { JobLane, JobRow } from '#storage/tables.ts';
import { leaseWrites } from './leases.ts';

/** Jobs of a workspace, added and cancelled in the transaction that changes their subject. */
export const jobWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const leases = leaseWrites(scope);
  return {
    insert: async (
      job: Pick<JobRow, 'kind' | 'lane' | 'subject_id' | 'payload' | 'run_at'>,
    ): Promise<void> => {
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

    /** True if the subject has a job, waiting or running. */
    isQueued: async (subjectId: string): Promise<boolean> =>
      (await db
        .selectFrom('jobs')
        .select('job_id')
        .where('workspace_id', '=', workspaceId)
        .where('subject_id', '=', subjectId)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Deletes all jobs of the subject. A running one is aborted and cannot finish. */
    cancel: async (subjectId: string): Promise<void> => {
      const { numDeletedRows } = await db
        .deleteFrom('jobs')
        .where('workspace_id', '=', workspaceId)
        .where('subject_id', '=', subjectId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) engine.notify(tx, { topic: 'job-cancelled', subjectId });
    },

    /** Ends a job that the caller holds. False if the lease was lost or the job cancelled; then the caller must not
     *  commit. */
    finish: (job: JobRow): Promise<boolean> => leases.remove('jobs', job),

    /** The same for several jobs in one statement. Returns those that the caller held. */
    finishMany: async <Held extends JobRow>(jobs: readonly Held[]): Promise<Held[]> => {
      if (jobs.length === 0) return [];
      const ended = await db
        .deleteFrom('jobs')
        .where('workspace_id', '=', workspaceId)
        .where(
          'job_id',
          'in',
          jobs.map((job) => job.job_id),
        )
        .where(
          'lease_token',
          'in',
          jobs.map((job) => job.lease_token),
        )
        .where('lease_until', 'is not', null)
        .returning(['job_id', 'lease_token'])
        .execute();
      const tokens = new Map(ended.map(({ job_id, lease_token }) => [job_id, lease_token]));
      return jobs.filter(({ job_id, lease_token }) => tokens.get(job_id) === lease_token);
    },

    /** True if the caller still holds the job. For work that is committed in steps. */
    isHeld: (job: JobRow): Promise<boolean> => leases.isHeld('jobs', job),

    /** Releases a job to run again at `runAt`, with its new counts. */
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
  };
};

/** The queue of jobs over all workspaces of the environment. */
export const jobQueue = (engine: Engine) => ({
  /** Leases due jobs of a lane, taking turns between workspaces: a workspace that queued thousands waits as long for its
   *  next job as one that queued one. */
  claim: async (claim: {
    lane: JobLane;
    now: number;
    leaseUntil: number;
    leaseToken: string;
    limit: number;
  }): Promise<JobRow[]> =>
    await engine.transaction((tx) => engine.claimJobs(tx, claim), { isVolatile: true }),

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
