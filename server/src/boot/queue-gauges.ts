import type { Clock } from '#lib/clock.ts';
import type { QueueGauges } from '#monitoring/state-metrics.ts';
import type { Store } from '#storage/store.ts';
import type { JobLane } from '#storage/tables.ts';

const LANES: readonly JobLane[] = ['compute', 'network', 'delivery'];
const EMPTY = { due: 0, delayed: 0, running: 0, oldestDueAt: null };

/** The jobs, deliveries and index memory of an environment. */
export async function readQueueGauges(
  { queueDepth, indexMemoryBytes }: Store,
  clock: Clock,
): Promise<QueueGauges> {
  const now = clock.now();
  const [lanes, pendingDeliveries] = await Promise.all([
    queueDepth.lanes(now),
    queueDepth.pendingDeliveries(),
  ]);
  return {
    lanes: LANES.map((lane) => {
      const { due, delayed, running, oldestDueAt } = lanes.find((each) => each.lane === lane) ?? EMPTY;
      return { lane, due, delayed, running, oldestDueMs: oldestDueAt === null ? 0 : now - oldestDueAt };
    }),
    pendingDeliveries,
    indexBytes: indexMemoryBytes(),
  };
}
