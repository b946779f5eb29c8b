import type { Job } from '#jobs/job-kinds.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { findWaiting } from './find-waiting.ts';
import { queueUnderstanding } from './queue-understanding.ts';
import { readBatch, SOURCES_PER_LOOK } from './read-batch.ts';
import { roomToRead } from './room-to-read.ts';

export type UnderstandingServices = Pick<Services, 'config' | 'clock' | 'log'> & {
  models: Pick<Services['models'], 'embedders'>;
  /** Resolves when nothing more urgent computes, or when that has lasted too long. Throws if the signal is aborted. */
  giveWay(signal: AbortSignal): Promise<void>;
  /** Called with the number of chunks of each batch that was committed. */
  onRead(chunks: number): void;
};

type UnderstandJob = Job<'understand-sources'>;

/** Then other workspaces have their turn. */
const BATCHES_PER_TURN = 8;
/** Also if their texts are of a kind that takes longer. */
const LONGEST_TURN_MS = 60_000;

/** Has the deep model read what waits in a workspace, the newest source first, and writes it batch by batch: a process
 *  that dies loses the batch in flight. Looks again before each batch, so a source that is added meanwhile, a knowledge
 *  base that changes its model and a deletion count at once. Ends after a few batches and queues itself behind the jobs
 *  of other workspaces. */
export async function understandSources(services: UnderstandingServices, job: UnderstandJob): Promise<void> {
  const { store, row, signal } = job;
  const { embedders } = services.models;
  const reader = {
    log: services.log,
    store,
    signal,
    isHeld: (tx: WorkspaceTransaction) => tx.jobs.isHeld(row),
  };
  let room = await roomToRead(store, embedders, services.config.DEEP_CHUNKS_MAX);
  const endsAt = services.clock.now() + LONGEST_TURN_MS;
  for (let batch = 0; batch < BATCHES_PER_TURN && services.clock.now() < endsAt; batch++) {
    await services.giveWay(signal);
    const waiting = await findWaiting(store, embedders, SOURCES_PER_LOOK);
    if (!waiting) {
      if (await endIfNothingWaits(services, job)) return;
      continue;
    }
    const count = await readBatch(reader, waiting, room);
    if (count === undefined) return;
    room -= count;
    services.onRead(count);
  }
  await store.transaction(async (tx) => {
    if (await tx.jobs.finish(row))
      await queueUnderstanding(tx, { workspaceId: store.workspaceId, now: services.clock.now() });
  });
}

/** Tries again later, for as long as it takes: sources never fail because of the model, and queries use the instant
 *  pass until then. */
export async function failUnderstanding(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, store }: UnderstandJob,
  error: unknown,
): Promise<void> {
  const { workspaceId } = store;
  log.error({ err: error, workspace_id: workspaceId }, 'the deep model could not read the sources');
  await store.transaction(async (tx) => {
    if (await tx.jobs.finish(row))
      await queueUnderstanding(tx, { workspaceId, now: clock.now() + AFTER_FAILURE_MS });
  });
}

const AFTER_FAILURE_MS = 5 * 60_000;

/** Ends the job, unless a source has come meanwhile. */
const endIfNothingWaits = (
  { models: { embedders } }: UnderstandingServices,
  { store, row }: UnderstandJob,
): Promise<boolean> =>
  store.transaction(async (tx) => {
    if (await findWaiting(tx, embedders, 1)) return false;
    await tx.jobs.finish(row);
    return true;
  });
