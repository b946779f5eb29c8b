import type { ChunkAddress } from '#storage/engine.ts';
import { type QueryVector, quantizeQuery } from '#storage/memory-index/query-vector.ts';
import { cosineAt, cutTies, nearestRows } from '#storage/memory-index/search-index.ts';
import {
  partOf,
  rangesBetween,
  type SearchedSources,
  type VectorScope,
} from '#storage/memory-index/search-scope.ts';
import { chunkAt, type DeepIndex, type DeepPart } from './deep-index.ts';

/** The parts of several indexes with the rows that a search covers, numbered one part after the other. */
type DeepScope = { readonly parts: readonly (VectorScope['parts'][number] & { part: DeepPart })[] };

/** Searches several knowledge bases as if they were one, for a query as the deep model reads it. */
export function openDeepSearch(indexes: readonly DeepIndex[], vector: Float32Array) {
  const query = quantizeQuery(vector);
  return {
    /** The chunks nearest to the query, unordered. */
    nearest: (limit: number, searched: SearchedSources): ChunkAddress[] => {
      if (query.inverseNorm === 0 || limit < 1) return [];
      const scope = openScope(indexes, query, searched);
      const addressAt = (row: number): ChunkAddress => {
        const { part, firstRow } = partOf(scope, row);
        return chunkAt(part, row - firstRow);
      };
      const rows = nearestRows(scope, query, limit);
      return Array.from(
        cutTies(rows, limit, (row) => cosineAt(scope, row), addressAt),
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
  query: QueryVector,
  { sourceIds, hiddenSourceIds }: SearchedSources,
): DeepScope {
  let firstRow = 0;
  const only = sourceIds && hiddenSourceIds ? sourceIds.difference(hiddenSourceIds) : sourceIds;
  const parts = indexes.flatMap((index) => {
    const some = only && [...only].flatMap((id) => index.runsOf(id));
    const hidden =
      hiddenSourceIds &&
      Map.groupBy(
        [...hiddenSourceIds].flatMap((id) => index.runsOf(id)),
        (run) => run.part,
      );
    return index.parts
      .filter(({ vectors }) => vectors.dimensions === query.values.length)
      .map((part) => {
        const runs =
          some?.filter((run) => run.part === part) ??
          rangesBetween(
            (hidden?.get(part) ?? []).toSorted((a, b) => a.first - b.first),
            part.slotCount,
          );
        const numbered = { part, vectors: part.vectors, runs, firstRow };
        firstRow += part.slotCount;
        return numbered;
      });
  });
  return { parts };
}
