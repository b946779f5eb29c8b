import { KEPT_MS } from '#http/idempotency.ts';
import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';

/** Answers that one transaction deletes; other writers wait meanwhile. */
const BATCH = 1_000;
/** Longer than any window in which something is counted. */
const COUNTS_KEPT_MS = 24 * 3_600_000;

/** Deletes expired answers of requests with an `Idempotency-Key`, expired uploads and archives, and old rate counts. */
async function deleteOldRequests({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const now = clock.now();
  while ((await store.idempotentRequests.removeOld(now - KEPT_MS, BATCH)) === BATCH);
  while (await store.uploads.removeExpired(now));
  while (await store.archives.removeExpired(now));
  if (store.isShared) await store.rateCounts.removeOld(now - COUNTS_KEPT_MS);
}

/** Deletes old requests every `WATCH_SECONDS`, until `stop` is called. */
export const startRequestCleanup = (
  services: Pick<Services, 'store' | 'clock' | 'config' | 'log'>,
): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    () => deleteOldRequests(services),
    (error) => services.log.error({ err: error }, 'deleting what requests left behind failed'),
  );
