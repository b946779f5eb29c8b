import type {
  ChunkAddress,
  DeepCandidate,
  DeepQuery,
  Direction,
  Engine,
  SearchScope,
} from '#storage/engine.ts';
import { createDeepIndexes } from './deep-indexes.ts';
import { openDeepSearch } from './nearest-chunks.ts';

/** Search over what deep models have read, above the search of an engine and the same on both: the nearest chunks become
 *  candidates of the engine, which leaves out those that are gone. */
export function createDeepSearch(engine: Engine, memoryBytes: number) {
  const { threads } = engine.search;
  const indexes = createDeepIndexes(engine, memoryBytes);
  return {
    memoryBytes: indexes.byteSize,
    /** The vectors that a model made of chunks, in the order of the addresses. */
    vectors: async (
      { workspaceId, bases }: Pick<SearchScope, 'workspaceId' | 'bases'>,
      modelId: string,
      addresses: readonly ChunkAddress[],
    ): Promise<(Direction | undefined)[]> => {
      const opened = await indexes.open({ workspaceId, bases, modelId });
      return addresses.map((address) => {
        const found = opened.map((index) => index.find(address)).find((place) => place !== undefined);
        return found?.part.vectors.row(found.slot);
      });
    },
    candidates: async (scope: SearchScope, { deep, ...query }: DeepQuery): Promise<DeepCandidate[]> => {
      if (!deep) return await engine.search.candidates(scope, query);
      const { workspaceId, bases } = scope;
      const opened = await indexes.open({ workspaceId, bases, modelId: deep.modelId });
      const search = openDeepSearch(opened, deep.vector);
      const addresses = await search.nearest({ threads, turn: workspaceId }, query.limit, scope);
      const candidates = await engine.search.candidates(scope, { ...query, addresses });
      const cosines = search.cosines(candidates);
      return candidates.map((candidate, i) => {
        const deepCosine = cosines[i];
        return deepCosine === undefined ? candidate : { ...candidate, deepCosine };
      });
    },
  };
}

export type DeepSearch = ReturnType<typeof createDeepSearch>;
