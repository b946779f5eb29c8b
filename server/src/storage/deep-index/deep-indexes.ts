import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Engine, SearchedBase } from '#storage/engine.ts';
import { MOST_MEMORIES } from '#storage/memory-index/vectors.ts';
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
  const byteSize = (): number => [...entries.values()].reduce((sum, { index }) => sum + index.byteSize, 0);

  /** Evicts the least recently used indexes until the rest fits. Keeps `keep`, whatever its size. */
  const evict = (keep: Entry): void => {
    let memoryCount = [...entries.values()].reduce((sum, { index }) => sum + index.parts.length, 0);
    let bytes = byteSize();
    const oldestFirst = [...entries]
      .filter(([, entry]) => entry !== keep && entry.loading === undefined)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, { index }] of oldestFirst) {
      if (bytes <= memoryBytes && memoryCount <= MOST_MEMORIES) return;
      bytes -= index.byteSize;
      memoryCount -= index.parts.length;
      entries.delete(key);
    }
  };

  /** Drops what a former model has read of a knowledge base, which no search asks for any more. */
  const drop = ({ workspaceId, knowledgeBaseId, modelId }: DeepAddress): void => {
    for (const [key, { address }] of entries)
      if (
        address.workspaceId === workspaceId &&
        address.knowledgeBaseId === knowledgeBaseId &&
        address.modelId !== modelId
      )
        entries.delete(key);
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
    const known = entries.get(key);
    if (!known) drop(address);
    const entry = known ?? {
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
    /** What the model made of these knowledge bases, with all changes that they name. Omits those of which it has made
     *  nothing. */
    open: async ({
      workspaceId,
      bases,
      modelId,
    }: Pick<DeepAddress, 'workspaceId' | 'modelId'> & {
      bases: readonly SearchedBase[];
    }): Promise<DeepIndex[]> =>
      await Promise.all(
        bases
          .filter((base) => base.deep_changes > 0)
          .map((base) =>
            open({ workspaceId, knowledgeBaseId: base.knowledge_base_id, modelId }, base.deep_changes),
          ),
      ),
  };
}
