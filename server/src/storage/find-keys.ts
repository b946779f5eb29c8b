import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Engine } from './engine.ts';
import { compiledQuery } from './tables/compiled-queries.ts';
import type { Directory } from './tables/directory.ts';
import type { ApiKeyRow } from './tables.ts';

/** How many keys are remembered. */
const REMEMBERED_KEYS = 10_000;

/** Finds keys by their hash in any workspace. Remembers them on engines that other nodes share. */
export function findKeys(engine: Engine, directory: Directory) {
  const { reads } = engine;
  const known = new LRUCache<string, ApiKeyRow>({ max: REMEMBERED_KEYS });
  const withHash = (hash: string) => reads.selectFrom('api_keys').selectAll().where('secret_hash', '=', hash);
  const within = compiledQuery(
    reads,
    (hash: string, workspaceId: WorkspaceId) => withHash(hash).where('workspace_id', '=', workspaceId),
    2,
  );
  const anywhere = compiledQuery(reads, withHash, 1);
  return {
    find: async (
      hash: string,
      { mayBeRemembered = false }: { mayBeRemembered?: boolean } = {},
    ): Promise<ApiKeyRow | undefined> => {
      const remembered = mayBeRemembered && engine.isShared ? known.get(hash) : undefined;
      if (remembered) return remembered;
      const row = await directory.find<ApiKeyRow>(
        { kind: 'api_key', value: hash },
        {
          within: async (workspaceId) => (await within(hash, workspaceId))[0],
          anywhere: async () => (await anywhere(hash))[0],
        },
      );
      if (row && engine.isShared) known.set(hash, row);
      return row;
    },
    stop: engine.listen((notice) => {
      if (notice.topic !== 'credential-ended') return;
      for (const [hash, row] of known) if (row.key_id === notice.credentialId) known.delete(hash);
    }),
  };
}
