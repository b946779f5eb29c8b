import type { Principal } from '#http/principal.ts';
import type { ApiKeyId, WorkspaceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';

const FLUSH_EVERY_MS = 10_000;

/** Remembers when keys were last used and writes it now and then, so that a request does not pay for a write. */
export function trackKeyUse({ store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>): {
  note(principal: Principal): void;
  close(): Promise<void>;
} {
  let used = new Map<ApiKeyId, { workspaceId: WorkspaceId; keyId: ApiKeyId; at: number }>();

  const flush = async (): Promise<void> => {
    const batch = [...used.values()];
    used = new Map();
    for (const { workspaceId, keyId, at } of batch) {
      await store
        .workspace(workspaceId)
        .transaction((tx) => tx.keys.markUsed(keyId, at))
        .catch((error) => log.warn({ err: error }, 'the last use of a key could not be written'));
    }
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    note: ({ actor, workspaceId }) => {
      if (actor.type !== 'api_key') return;
      const keyId = actor.id as ApiKeyId;
      used.set(keyId, { workspaceId, keyId, at: clock.now() });
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
