import type { ApiKeyId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { ApiKeyRow } from '#storage/tables.ts';

const FLUSH_EVERY_MS = 10_000;

/** Remembers when keys were last used and writes it now and then, so that a request does not pay for a write. */
export function trackKeyUse({ store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>): {
  note(key: ApiKeyRow): void;
  close(): Promise<void>;
} {
  let used = new Map<ApiKeyId, { key: ApiKeyRow; at: number }>();

  const flush = async (): Promise<void> => {
    const batch = [...used.values()];
    used = new Map();
    for (const { key, at } of batch) {
      await store
        .workspace(key.workspace_id)
        .transaction((tx) => tx.keys.markUsed(key.key_id, at))
        .catch((error) => log.warn({ err: error }, 'the last use of a key could not be written'));
    }
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    note: (key) => void used.set(key.key_id, { key, at: clock.now() }),
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
