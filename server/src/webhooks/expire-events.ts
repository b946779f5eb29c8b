import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';

const DAY_MS = 86_400_000;
/** Events deleted per transaction; other writers wait meanwhile. */
const BATCH = 500;
/** The rest waits for the next run, so that the service can stop in between. */
const BATCHES = 100;

/** Deletes events older than `EVENT_RETENTION_DAYS` and their deliveries. Keeps events with pending deliveries. */
export async function expireEvents({
  store,
  clock,
  log,
  config,
}: Pick<Services, 'store' | 'clock' | 'log' | 'config'>): Promise<void> {
  const before = clock.now() - config.EVENT_RETENTION_DAYS * DAY_MS;
  let count = 0;
  for (let round = 0; round < BATCHES; round++) {
    const batch = await store.orphanedWork.expiredEvents(before, BATCH);
    for (const [workspaceId, events] of Map.groupBy(batch, (event) => event.workspace_id)) {
      const ids = events.map((event) => event.event_id);
      count += await store.workspace(workspaceId).transaction((tx) => tx.events.removeMany(ids), {
        isLarge: true,
      });
    }
    if (batch.length < BATCH) break;
  }
  if (count > 0) log.info({ count }, 'old events deleted');
}

/** Deletes expired events every `WATCH_SECONDS`, until `stop` is called. */
export const watchEvents = (services: Parameters<typeof expireEvents>[0]): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    () => expireEvents(services),
    (error) => services.log.error({ err: error }, 'deleting old events failed'),
  );
