import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import { createSearchIndex, type SearchIndex } from '#storage/memory-index/search-index.ts';

/** One version of the index of one knowledge base. */
export type IndexAddress = {
  workspaceId: WorkspaceId;
  knowledgeBaseId: KnowledgeBaseId;
  indexVersion: string;
};
type BaseAddress = Pick<IndexAddress, 'workspaceId' | 'knowledgeBaseId'>;

type Loaded = { index: SearchIndex; ready: Promise<void>; isLoaded: boolean; usedAt: number };

/** The search indexes in memory, within a budget. load: fills an empty index. Commits during loading go to the same
 *  index. */
export function createLoadedIndexes({
  memoryBytes,
  load,
}: {
  memoryBytes: number;
  load: (address: IndexAddress, index: SearchIndex) => Promise<void>;
}) {
  /** By knowledge base, then by version. The key contains the workspace, so an id of another workspace matches nothing. */
  const bases = new Map<`${WorkspaceId}/${KnowledgeBaseId}`, Map<string, Loaded>>();
  let uses = 0;

  const versionsOf = ({ workspaceId, knowledgeBaseId }: BaseAddress): Map<string, Loaded> | undefined =>
    bases.get(`${workspaceId}/${knowledgeBaseId}`);
  const forget = (address: BaseAddress, isForgotten: (version: string, entry: Loaded) => boolean): void => {
    const versions = versionsOf(address);
    for (const [version, entry] of versions ?? []) if (isForgotten(version, entry)) versions?.delete(version);
    if (versions?.size === 0) bases.delete(`${address.workspaceId}/${address.knowledgeBaseId}`);
  };
  const begin = (address: IndexAddress): Loaded => {
    const index = createSearchIndex();
    const entry = { index, ready: load(address, index), isLoaded: false, usedAt: 0 };
    const { workspaceId, knowledgeBaseId, indexVersion } = address;
    const versions = versionsOf(address) ?? new Map<string, Loaded>();
    bases.set(`${workspaceId}/${knowledgeBaseId}`, versions.set(indexVersion, entry));
    entry.ready.then(
      () => {
        entry.isLoaded = true;
        evict(entry);
      },
      () => forget(address, (_, other) => other === entry),
    );
    return entry;
  };

  /** Evicts the least recently used indexes until the rest fits. Keeps `keep`, whatever its size. */
  const evict = (keep: Loaded): void => {
    const all = [...bases.values()].flatMap((versions) =>
      [...versions].map(([version, entry]) => ({ versions, version, entry })),
    );
    let total = all.reduce((sum, { entry }) => sum + entry.index.byteSize, 0);
    const oldestFirst = all
      .filter(({ entry }) => entry !== keep && entry.isLoaded)
      .sort((a, b) => a.entry.usedAt - b.entry.usedAt);
    for (const { versions, version, entry } of oldestFirst) {
      if (total <= memoryBytes) return;
      total -= entry.index.byteSize;
      versions.delete(version);
    }
  };

  return {
    byteSize: (): number =>
      [...bases.values()]
        .flatMap((versions) => [...versions.values()])
        .reduce((sum, { index }) => sum + index.byteSize, 0),
    /** Returns the index, fully loaded. */
    open: async (address: IndexAddress): Promise<SearchIndex> => {
      const entry = versionsOf(address)?.get(address.indexVersion) ?? begin(address);
      entry.usedAt = ++uses;
      await entry.ready;
      return entry.index;
    },
    /** Returns the index if it is loaded or loading. */
    find: (address: IndexAddress): SearchIndex | undefined =>
      versionsOf(address)?.get(address.indexVersion)?.index,
    /** Returns the indexes of all versions. */
    findAll: (address: BaseAddress): SearchIndex[] =>
      [...(versionsOf(address)?.values() ?? [])].map(({ index }) => index),
    dropAllBut: ({ indexVersions, ...address }: BaseAddress & { indexVersions: readonly string[] }): void =>
      forget(address, (version) => !indexVersions.includes(version)),
  };
}
