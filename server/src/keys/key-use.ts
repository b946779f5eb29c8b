import type { ApiKeyId, PublishableTokenId, WorkspaceId } from '#lib/ids.ts';
import type { Actor, Principal } from '#records/principal.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';

const FLUSH_EVERY_MS = 10_000;

/** Remembers when keys and tokens were last used and writes it periodically, so that requests need no write. */
export function trackKeyUse({ store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>): {
  note(principal: Principal): void;
  close(): Promise<void>;
} {
  let used = new Map<string, { workspaceId: WorkspaceId; actor: Actor; at: number }>();

  const flush = async (): Promise<void> => {
    const batch = [...used.values()];
    used = new Map();
    for (const { workspaceId, actor, at } of batch) {
      await store
        .workspace(workspaceId)
        .transaction((tx) => markUsed(tx, actor, at))
        .catch((error) => log.warn({ err: error }, 'the last use of a key could not be written'));
    }
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    note: ({ actor, workspaceId }) => {
      if (actor.type !== 'account') used.set(actor.id, { workspaceId, actor, at: clock.now() });
    },
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

async function markUsed(tx: WorkspaceTransaction, { type, id }: Actor, at: number): Promise<void> {
  if (type === 'api_key') await tx.keys.markUsed(id as ApiKeyId, at);
  else await tx.publishableTokens.update(id as PublishableTokenId, { last_used_at: at });
}
