import type { Job } from '#jobs/job-kinds.ts';
import type { DeepModel } from '#models/model.ts';
import type { Services } from '#services.ts';
import { findWaiting, type Waiting } from './find-waiting.ts';
import { type Batch, planBatch } from './plan-batch.ts';
import { queueUnderstanding } from './queue-understanding.ts';
import { readChunk } from './read-chunk.ts';
import { roomToRead } from './room-to-read.ts';

export type UnderstandingServices = Pick<Services, 'config' | 'clock' | 'log'> & {
  models: Pick<Services['models'], 'embedders'>;
  /** Resolves when nothing more urgent computes, or when that has lasted too long. Throws if the signal is aborted. */
  giveWay(signal: AbortSignal): Promise<void>;
  /** Called with the number of chunks of each batch that was committed. */
  onRead(chunks: number): void;
};

type UnderstandJob = Job<'understand-sources'>;

/** About 2 seconds of one core, which is what an interruption loses. */
const CHUNKS_PER_BATCH = 16;
/** Then other workspaces have their turn. */
const BATCHES_PER_TURN = 8;
/** How many sources to look at for the next batch. */
const SOURCES_PER_LOOK = 32;

/** Has the deep model read what waits in a workspace, the newest source first, and writes it batch by batch: a process
 *  that dies loses the batch in flight. Looks again before each batch, so a source that is added meanwhile, a knowledge
 *  base that changes its model and a deletion count at once. Ends after a few batches and queues itself behind the jobs
 *  of other workspaces. */
export async function understandSources(services: UnderstandingServices, job: UnderstandJob): Promise<void> {
  const { store, row, signal } = job;
  const { embedders } = services.models;
  let room = await roomToRead(store, embedders, services.config.DEEP_CHUNKS_MAX);
  for (let batch = 0; batch < BATCHES_PER_TURN; batch++) {
    await services.giveWay(signal);
    const waiting = await findWaiting(store, embedders, SOURCES_PER_LOOK);
    if (!waiting) {
      if (await endIfNothingWaits(services, job)) return;
      continue;
    }
    const plan = planBatch(waiting.sources, { room, size: CHUNKS_PER_BATCH });
    const count = await readBatch(services, job, waiting.model, plan);
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

/** Reads and commits a batch. Returns how many chunks it had; undefined if the job was lost, and nothing written. */
async function readBatch(
  { log }: UnderstandingServices,
  { store, row, signal }: UnderstandJob,
  model: DeepModel,
  { reads, skips }: Batch,
): Promise<number | undefined> {
  const read = await Promise.all(
    reads.map(async ({ source, from, count }) => {
      const { source_id, revision } = source;
      const page = { limit: count, after: from - 1 };
      const rows = count === 0 ? [] : await store.contents.listChunks(source_id, revision, page);
      const chunks = rows.slice(0, count).map(({ text }) => readChunk(model, text, signal));
      return { source, from, isWhole: rows.length <= count, chunks: await Promise.all(chunks) };
    }),
  );
  const isHeld = await store.transaction(async (tx) => {
    if (!(await tx.jobs.isHeld(row))) return false;
    for (const { source, from, isWhole, chunks } of read) {
      const address = { ...addressOf(source), modelId: model.id };
      const { knowledge_base_id: knowledgeBaseId } = source;
      const isNext =
        chunks.length === 0 ||
        (await tx.understanding.write({ ...address, knowledgeBaseId, firstPosition: from, chunks }));
      if (isNext && isWhole) await tx.understanding.finish(address);
    }
    for (const source of skips) await tx.understanding.skip(addressOf(source));
    return true;
  });
  if (!isHeld) return undefined;
  if (skips.length > 0)
    log.warn(
      { workspace_id: store.workspaceId, sources: skips.length },
      'sources keep to the instant pass, because the workspace has as many chunks as DEEP_CHUNKS_MAX',
    );
  return read.reduce((sum, { chunks }) => sum + chunks.length, 0);
}

const addressOf = ({ source_id, revision }: Waiting['sources'][number]) => ({
  sourceId: source_id,
  revision,
});
