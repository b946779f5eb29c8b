import type { ChunkAddress } from '#storage/engine.ts';
import { cutTies, nearestRows, type ScoredRow } from '#storage/memory-index/merge-found.ts';
import { quantizeQuery } from '#storage/memory-index/query-vector.ts';
import { rangesBetween, type SearchedSources, type SlotRange } from '#storage/memory-index/search-scope.ts';
import type { SearchThreads } from '#storage/memory-index/search-threads.ts';
import { chunkAt, type DeepIndex, type DeepPart } from './deep-index.ts';

/** A part with the slots that a search covers. */
type PartInScope = { readonly part: DeepPart; readonly runs: readonly SlotRange[] };

/** Searches several knowledge bases as if they were one, for a query as the deep model reads it. */
export function openDeepSearch(indexes: readonly DeepIndex[], vector: Float32Array) {
  const query = quantizeQuery(vector);
  return {
    /** The chunks nearest to the query, unordered. turn: see searchOnThreads. */
    nearest: async (
      { threads, turn }: { threads: SearchThreads; turn: string },
      limit: number,
      searched: SearchedSources,
    ): Promise<ChunkAddress[]> => {
      if (query.inverseNorm === 0 || limit < 1) return [];
      const scope = openScope(indexes, query.values.length, searched);
      const parts = scope.map(({ part, runs }) => ({ vectors: part.vectors, runs, asked: [] }));
      const found = await threads.search(turn, parts, { vector: query, limit });
      const addressAt = ({ part, slot }: ScoredRow): ChunkAddress => chunkAt(scope[part]?.part, slot);
      const nearest = nearestRows(found, limit);
      return Array.from(
        cutTies(nearest, limit, (row) => row.cosine, addressAt),
        addressAt,
      );
    },
    /** The cosines of the chunks at these addresses, -1 to 1; undefined where the model has not read a chunk, or found
     *  nothing in it. */
    cosines: (addresses: readonly ChunkAddress[]): (number | undefined)[] => {
      const ready = new Set<DeepPart>();
      return addresses.map((address) => {
        for (const index of indexes) {
          const found = index.find(address);
          if (!found || found.part.vectors.dimensions !== query.values.length) continue;
          const { part, slot } = found;
          if (!ready.has(part)) part.vectors.setQuery(query);
          ready.add(part);
          const cosine = part.vectors.cosine(slot);
          return Number.isNaN(cosine) || query.inverseNorm === 0 ? undefined : cosine;
        }
        return undefined;
      });
    },
  };
}

function openScope(
  indexes: readonly DeepIndex[],
  dimensions: number,
  { sourceIds, hiddenSourceIds }: SearchedSources,
): PartInScope[] {
  const only = sourceIds && hiddenSourceIds ? sourceIds.difference(hiddenSourceIds) : sourceIds;
  return indexes.flatMap((index) => {
    const some = only && [...only].flatMap((id) => index.runsOf(id));
    const hidden =
      hiddenSourceIds &&
      Map.groupBy(
        [...hiddenSourceIds].flatMap((id) => index.runsOf(id)),
        (run) => run.part,
      );
    return index.parts
      .filter(({ vectors }) => vectors.dimensions === dimensions)
      .map((part) => ({
        part,
        runs:
          some?.filter((run) => run.part === part) ??
          rangesBetween(
            (hidden?.get(part) ?? []).toSorted((a, b) => a.first - b.first),
            part.slotCount,
          ),
      }));
  });
}
