import { KEPT_MS } from '#http/idempotency.ts';
import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';

/** Answers of one transaction; others wait meanwhile. */
const BATCH = 1_000;
/** Longer than any window in which something is counted. */
const COUNTS_KEPT_MS = 24 * 3_600_000;

/** Deletes what is remembered of requests and has no effect any more: the answers of those with an `Idempotency-Key`, and
 *  counts. */
async function forgetRequests({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock.now();
  while ((await store.idempotentRequests.removeOld(now - KEPT_MS, BATCH)) === BATCH);
  if (store.isShared) await store.rateCounts.removeOld(now - COUNTS_KEPT_MS);
}

/** Does so every `WATCH_SECONDS`, until `stop` is called. */
export const watchRequests = (
  services: Pick<Services, 'store' | 'clock' | 'config' | 'log'>,
): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    () => forgetRequests(services),
    (error) => services.log.error({ err: error }, 'deleting the answers of requests failed'),
  );
