import { LRUCache } from 'lru-cache';
import type { Engine } from './engine.ts';
import { compiledQuery } from './tables/compiled-queries.ts';
import type { ApiKeyRow } from './tables.ts';

/** How many keys are remembered. */
const REMEMBERED_KEYS = 10_000;

/** Finds keys by their hash in any workspace. Remembers them on engines that other nodes share. */
export function findKeys(engine: Engine) {
  const known = new LRUCache<string, ApiKeyRow>({ max: REMEMBERED_KEYS });
  const byHash = compiledQuery(
    engine.reads,
    (hash: string) => engine.reads.selectFrom('api_keys').selectAll().where('secret_hash', '=', hash),
    1,
  );
  return {
    find: async (
      hash: string,
      { mayBeRemembered = false }: { mayBeRemembered?: boolean } = {},
    ): Promise<ApiKeyRow | undefined> => {
      const remembered = mayBeRemembered && engine.isShared ? known.get(hash) : undefined;
      if (remembered) return remembered;
      const [row] = await byHash(hash);
      if (row && engine.isShared) known.set(hash, row);
      return row;
    },
    stop: engine.listen((notice) => {
      if (notice.topic !== 'credential-ended') return;
      for (const [hash, row] of known) if (row.key_id === notice.credentialId) known.delete(hash);
    }),
  };
}
