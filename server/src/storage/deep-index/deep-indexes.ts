import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import { compiledQuery } from '#storage/tables/compiled-queries.ts';
import { DeepIndex } from './deep-index.ts';
import { type DeepAddress, loadRows } from './load-rows.ts';

type Entry = {
  address: DeepAddress;
  index: DeepIndex;
  /** The last change of the knowledge base that the index has. */
  loadedTo: number;
  loading: Promise<void> | undefined;
  usedAt: number;
};

/** The deep vectors of the knowledge bases that this node searches, within a memory budget. The first search loads them,
 *  and later ones read what has been written since. */
export function createDeepIndexes({ reads }: Pick<Engine, 'reads'>, memoryBytes: number) {
  const entries = new Map<`${WorkspaceId} ${KnowledgeBaseId} ${string}`, Entry>();
  let uses = 0;
  const changesOf = compiledQuery(
    reads,
    (workspace: WorkspaceId) =>
      reads
        .selectFrom('knowledge_bases')
        .select(['knowledge_base_id', 'deep_changes'])
        .where('workspace_id', '=', workspace),
    1,
  );

  const byteSize = (): number => [...entries.values()].reduce((sum, { index }) => sum + index.byteSize, 0);

  /** Evicts the least recently used indexes until the rest fits. Keeps `keep`, whatever its size. */
  const evict = (keep: Entry): void => {
    let total = byteSize();
    const oldestFirst = [...entries]
      .filter(([, entry]) => entry !== keep && entry.loading === undefined)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, { index }] of oldestFirst) {
      if (total <= memoryBytes) return;
      total -= index.byteSize;
      entries.delete(key);
    }
  };

  /** Drops what no search asks for any more: deleted knowledge bases of a workspace, and what its former model has read. */
  const drop = (
    { workspaceId, modelId }: Pick<DeepAddress, 'workspaceId' | 'modelId'>,
    existing: ReadonlySet<KnowledgeBaseId>,
  ): void => {
    for (const [key, { address }] of entries) {
      if (address.workspaceId !== workspaceId) continue;
      if (address.modelId !== modelId || !existing.has(address.knowledgeBaseId)) entries.delete(key);
    }
  };

  const load = async (address: DeepAddress, entry: Entry, changeNo: number): Promise<void> => {
    try {
      const { index, loadedTo } = entry;
      entry.loadedTo = await loadRows(reads, address, index, { loadedTo, changeNo });
    } finally {
      entry.loading = undefined;
    }
    evict(entry);
  };

  const open = async (address: DeepAddress, changeNo: number): Promise<DeepIndex> => {
    const key = `${address.workspaceId} ${address.knowledgeBaseId} ${address.modelId}` as const;
    const entry = entries.get(key) ?? {
      address,
      index: new DeepIndex(),
      loadedTo: 0,
      loading: undefined,
      usedAt: 0,
    };
    entries.set(key, entry);
    entry.usedAt = ++uses;
    while (entry.loadedTo < changeNo) {
      // A load that another search began may have missed this change.
      entry.loading ??= load(address, entry, changeNo);
      await entry.loading;
    }
    return entry.index;
  };

  return {
    byteSize,
    /** What the model made of these knowledge bases, with everything that is committed. Omits those of which it has made
     *  nothing. */
    open: async ({
      workspaceId,
      knowledgeBaseIds,
      modelId,
    }: Pick<DeepAddress, 'workspaceId' | 'modelId'> & {
      knowledgeBaseIds: readonly KnowledgeBaseId[];
    }): Promise<DeepIndex[]> => {
      const wanted = new Set(knowledgeBaseIds);
      const bases = await changesOf(workspaceId);
      drop({ workspaceId, modelId }, new Set(bases.map((base) => base.knowledge_base_id)));
      const changed = bases.filter((base) => base.deep_changes > 0 && wanted.has(base.knowledge_base_id));
      return await Promise.all(
        changed.map((base) =>
          open({ workspaceId, knowledgeBaseId: base.knowledge_base_id, modelId }, base.deep_changes),
        ),
      );
    },
  };
}
