import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { createHeartbeat } from '#lib/async/heartbeat.ts';
import type { Clock } from '#lib/clock.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { Store, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { JobLane, JobRow } from '#storage/tables.ts';
import { backoffMs } from './backoff.ts';
import { JOB_KINDS, type Job, type JobHandler, type JobHandlers, type JobKind } from './job-kinds.ts';

type RunnerOptions = {
  store: Store;
  clock: Clock;
  log: FastifyBaseLogger;
  /** A handler for each kind of job in this lane. */
  handlers: Partial<JobHandlers>;
  lane: JobLane;
  concurrency: number;
  maxAttempts: number;
  leaseMs: number;
  /** Runs the work of a job and measures it. */
  watch?: (kind: JobKind, work: () => Promise<void>) => Promise<void>;
};

type Running = { row: JobRow; abort: AbortController; ended: Promise<void> };

/** Polls the queue at least this often, even without a notification. */
const POLL_MS = 1_000;

/** A job that was started this often without ending is given up, because it may crash the process. Far above the
 *  allowed failures, because most jobs that run when a process dies are not the cause. */
const MAX_INTERRUPTIONS = 50;

/** A job waits for an unavailable database as long as after this many failures: 4 to 8 s, every time. */
const STORAGE_PAUSE_FAILURES = 4;

/** A claim waits this long for more slots to become free, so that many short jobs share one claim. */
const CLAIM_PAUSE_MS = 100;

/** Runs the jobs of one lane of an environment until `stop` is called. A job is leased and its lease is extended while
 *  it runs. A runner that lost the lease cannot commit, so each job takes effect once, however often a process dies. */
export function runJobs(options: RunnerOptions): { stop(): Promise<void> } {
  const { store, clock, log, lane, concurrency, leaseMs } = options;
  const running = new Map<string, Running>();
  const wakeup = createWakeup();
  let stopping = false;

  const stopListening = store.listen((notice) => {
    if (notice.topic === 'job-queued' && notice.lane === lane) wakeup.notify();
    if (notice.topic !== 'job-cancelled') return;
    for (const { row, abort } of running.values()) if (row.subject_id === notice.subjectId) abort.abort();
  });

  const heartbeat = createHeartbeat<JobRow>({
    clock,
    leaseMs,
    extend: (rows, leaseUntil) => store.leases.extend('jobs', rows, leaseUntil),
    onLost: (row) => running.get(row.job_id)?.abort.abort(),
    onError: (error) => log.warn({ err: error }, 'the leases of running jobs could not be extended'),
  });

  const start = (row: JobRow): void => {
    const abort = new AbortController();
    const ended = runOne(options, row, abort.signal).finally(() => {
      running.delete(row.job_id);
      heartbeat.release(row);
      wakeup.notify();
    });
    running.set(row.job_id, { row, abort, ended });
    heartbeat.hold(row);
  };

  let claimedAt = Number.NEGATIVE_INFINITY;
  /** Fills the free slots, and returns how long to wait before the next poll. */
  const claim = async (): Promise<number> => {
    const limit = concurrency - running.size;
    const pauseMs = claimedAt + CLAIM_PAUSE_MS - performance.now();
    if (limit === 0) return POLL_MS;
    if (limit < concurrency / 2 && pauseMs > 0) return pauseMs;
    const now = clock.now();
    const dueAt = (await store.jobs.nextDueAt(lane)) ?? Number.POSITIVE_INFINITY;
    if (dueAt > now) return Math.min(POLL_MS, dueAt - now);
    claimedAt = performance.now();
    const leaseToken = randomUUID();
    const leaseUntil = heartbeat.leaseUntil();
    const rows = await store.jobs.claim({ lane, now, leaseUntil, leaseToken, limit });
    rows.forEach(start);
    return POLL_MS;
  };

  const loop = async (): Promise<void> => {
    while (!stopping) {
      const waitMs = await claim().catch((error) => {
        log.error({ err: error }, 'claiming jobs failed');
        return POLL_MS;
      });
      await wakeup.wait(waitMs);
    }
  };

  const looping = loop();
  return {
    stop: async () => {
      stopping = true;
      stopListening();
      wakeup.notify();
      await looping;
      for (const { abort } of running.values()) abort.abort();
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
      await heartbeat.idle();
    },
  };
}

/** Ends a wait early. A notification while nothing waits is kept for the next wait. */
function createWakeup(): { notify(): void; wait(atMostMs: number): Promise<void> } {
  let isNotified = false;
  let wakeUp = (): void => {};
  return {
    notify: () => {
      isNotified = true;
      wakeUp();
    },
    wait: async (atMostMs) => {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, atMostMs);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNotified = false;
    },
  };
}

/** Runs one claimed job until it is committed, released for later, or failed. Never throws. */
async function runOne(
  { store, clock, log, handlers, maxAttempts, watch = (_, work) => work() }: RunnerOptions,
  row: JobRow,
  signal: AbortSignal,
): Promise<void> {
  const workspace = store.workspace(row.workspace_id);
  const release = (next: Parameters<WorkspaceTransaction['jobs']['release']>[1]): Promise<void> =>
    workspace.transaction((tx) => tx.jobs.release(row, next));
  const failures = row.failures + 1;
  const isInterruptedTooOften = row.attempts - row.failures > MAX_INTERRUPTIONS;
  const tryLater = async (error: unknown, what: string): Promise<void> => {
    log.warn({ err: error, job_id: row.job_id, failures }, `${row.kind} ${what} and will be tried again`);
    await release({ runAt: clock.now() + backoffMs(failures), failures });
  };
  /** The database or the file store is at fault, not the job, so the attempt does not count. */
  const waitForStorage = async (error: StorageUnavailableError): Promise<void> => {
    log.warn({ err: error, job_id: row.job_id }, `${row.kind} waits for the ${error.what}`);
    const runAt = clock.now() + backoffMs(STORAGE_PAUSE_FAILURES);
    await release({ runAt, attempts: row.attempts - 1 });
  };
  try {
    let job: Job<JobKind>;
    try {
      job = readJob(row, workspace, signal);
    } catch (error) {
      // A newer version may have queued it: keep it until a process comes that can read it.
      return await tryLater(error, 'could not be read');
    }
    // The handler of the job's kind. The types cannot follow which one it is.
    const handler = handlers[row.kind as JobKind] as JobHandler<JobKind> | undefined;
    if (!handler) return await tryLater(undefined, 'has no handler');
    try {
      if (isInterruptedTooOften) throw new Error(`The job was interrupted ${MAX_INTERRUPTIONS} times.`);
      await watch(row.kind as JobKind, () => handler.run(job));
    } catch (error) {
      // The job was cancelled with its subject (then there is nothing to release), or the service is stopping and
      // another run starts over.
      if (signal.aborted) await release({ runAt: clock.now() });
      else if (error instanceof StorageUnavailableError) await waitForStorage(error);
      else if (handler.isRetryable(error) && failures < maxAttempts && !isInterruptedTooOften)
        await tryLater(error, 'failed');
      else await handler.onFailure(job, error);
    }
  } catch (failure) {
    log.error({ err: failure, job_id: row.job_id }, `${row.kind} could not be ended; its lease will run out`);
  }
}

/** Parses the job of a row. Throws when its kind or its payload is unknown. */
function readJob(row: JobRow, store: WorkspaceStore, signal: AbortSignal): Job<JobKind> {
  if (!Object.hasOwn(JOB_KINDS, row.kind)) throw new Error(`No job is called "${row.kind}".`);
  const payload = JOB_KINDS[row.kind as JobKind].payload.parse(JSON.parse(row.payload));
  return { row, payload, store, signal };
}
