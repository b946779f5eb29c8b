import { findWaiting } from '#ingestion/understanding/find-waiting.ts';
import { readBatch, SOURCES_PER_LOOK } from '#ingestion/understanding/read-batch.ts';
import { roomToRead } from '#ingestion/understanding/room-to-read.ts';
import type { UnderstandingServices } from '#ingestion/understanding/understand-sources.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Has the deep model read everything in a workspace that waits for it, now and without a job. */
export async function understandAll(
  { log, config, models: { embedders } }: Pick<UnderstandingServices, 'log' | 'config' | 'models'>,
  store: WorkspaceStore,
): Promise<void> {
  const { signal } = new AbortController();
  let room = await roomToRead(store, embedders, config.DEEP_CHUNKS_MAX);
  for (;;) {
    const waiting = await findWaiting(store, embedders, SOURCES_PER_LOOK);
    if (!waiting) return;
    room -= (await readBatch({ log, store, signal }, waiting, room)) ?? 0;
  }
}
