import { countPendingChunks } from '#ingestion/understanding/count-pending-chunks.ts';
import type { Clock } from '#lib/clock.ts';
import type { Embedders } from '#models/model.ts';
import type { QueueGauges } from '#monitoring/state-metrics.ts';
import type { Store } from '#storage/store.ts';
import type { JobLane } from '#storage/tables.ts';

const LANES: readonly JobLane[] = [
  'compute',
  'ocr',
  'deep',
  'network',
  'connectors',
  'delivery',
  'evaluation',
];
const EMPTY = { due: 0, delayed: 0, running: 0, oldestDueAt: null };

/** The jobs, deliveries, unread chunks and index memory of an environment. */
export async function readQueueGauges(
  store: Store,
  clock: Clock,
  embedders: Embedders,
): Promise<QueueGauges> {
  const { queueDepth, indexMemoryBytes } = store;
  const now = clock.now();
  const [lanes, pendingDeliveries, pendingChunks] = await Promise.all([
    queueDepth.lanes(now),
    queueDepth.pendingDeliveries(),
    countPendingChunks(store, embedders),
  ]);
  return {
    lanes: LANES.map((lane) => {
      const { due, delayed, running, oldestDueAt } = lanes.find((each) => each.lane === lane) ?? EMPTY;
      return { lane, due, delayed, running, oldestDueMs: oldestDueAt === null ? 0 : now - oldestDueAt };
    }),
    pendingDeliveries,
    pendingChunks,
    indexBytes: indexMemoryBytes(),
  };
}
