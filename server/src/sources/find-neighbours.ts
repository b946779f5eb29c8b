import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { chunksToCompare, type SampledSource, unitVector } from './likeness.ts';

/** Where to compare sources. modelId: by the vectors of this deep model; without it by those of the index. */
export type Comparison = {
  store: Pick<WorkspaceStore, 'search' | 'sources'>;
  scope: { knowledgeBaseIds: readonly KnowledgeBaseId[]; indexVersion: string };
  modelId: string | undefined;
};

/** A source with content that answers queries. */
export type IndexedSource = SourceRow & { indexed_revision: number };

export const isIndexed = (source: SourceRow): source is IndexedSource => source.indexed_revision !== null;

/** How many samples of a source look for the chunks nearest to them, and how many each finds of other sources. */
const SEEKERS = 8;
const NEAREST = 50;
/** A search also finds the source itself, so it asks for this much more. A source with more chunks may hide others. */
const MOST_OWN_CHUNKS = 1_000;

/** The vectors of the chunks to compare a source by. */
export async function sampleOf(
  { store, scope, modelId }: Comparison,
  { source_id: sourceId, indexed_revision: revision, chunk_count }: IndexedSource,
): Promise<SampledSource> {
  const chunks = chunksToCompare(chunk_count);
  const addresses = chunks.map(({ position }) => ({ sourceId, revision, position }));
  const vectors = await store.search.vectors(scope, addresses, modelId);
  const read = chunks.flatMap(({ isSample }, i) => {
    const vector = vectors[i] && unitVector(vectors[i]);
    return vector ? { isSample, vector } : [];
  });
  return {
    sample: read.filter(({ isSample }) => isSample).map(({ vector }) => vector),
    around: read.map(({ vector }) => vector),
  };
}

/** The sources whose chunks are nearest to those of a source, nearest first, at most `count`. */
export async function findNeighbours(
  comparison: Comparison,
  { source_id, chunk_count }: IndexedSource,
  { sample }: SampledSource,
  count: number,
): Promise<IndexedSource[]> {
  const limit = NEAREST + Math.min(chunk_count, MOST_OWN_CHUNKS);
  const nearness = new Map<SourceId, number>();
  for (const seeker of seekersOf(sample)) {
    const others = (await nearestChunks(comparison, seeker, limit)).filter(
      ({ sourceId }) => sourceId !== source_id,
    );
    const least = Math.min(...others.map(({ cosine }) => cosine));
    const best = new Map<SourceId, number>();
    for (const { sourceId, cosine } of others)
      best.set(sourceId, Math.max(best.get(sourceId) ?? 0, cosine - least));
    for (const [sourceId, above] of best) nearness.set(sourceId, (nearness.get(sourceId) ?? 0) + above);
  }
  const ids = [...nearness].sort(([, a], [, b]) => b - a).map(([sourceId]) => sourceId);
  const rows = await comparison.store.sources.findMany(ids.slice(0, count));
  const byId = new Map(rows.map((row) => [row.source_id, row]));
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .filter(isIndexed)
    .filter(({ understood_by }) => comparison.modelId === undefined || understood_by === comparison.modelId);
}

async function nearestChunks(
  { store, scope, modelId }: Comparison,
  vector: Float32Array,
  limit: number,
): Promise<{ sourceId: SourceId; cosine: number }[]> {
  if (modelId === undefined) return await store.search.candidates(scope, { vector, limit });
  const found = await store.search.candidates(scope, { deep: { modelId, vector }, limit });
  return found.flatMap(({ sourceId, deepCosine: cosine }) =>
    cosine === undefined ? [] : { sourceId, cosine },
  );
}

function seekersOf(sample: readonly Float32Array[]): Float32Array[] {
  const step = Math.max(1, sample.length / SEEKERS);
  return sample.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
}
