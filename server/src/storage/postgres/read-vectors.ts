import type { WorkspaceId } from '#lib/ids.ts';
import type { ChunkAddress, Direction } from '#storage/engine.ts';
import { vectorsAt } from '#storage/memory-index/search-index.ts';
import type { Execute } from './connections.ts';
import type { OpenIndex } from './indexes.ts';

/** The vectors of chunks, merged and unmerged, in the order of the addresses. */
export async function readVectors(
  read: Execute,
  workspaceId: WorkspaceId,
  indexes: readonly OpenIndex[],
  addresses: readonly ChunkAddress[],
): Promise<(Direction | undefined)[]> {
  const { rows } = await read(MERGED, [
    workspaceId,
    indexes.map(({ indexNo }) => indexNo),
    addresses.map(({ sourceId }) => sourceId),
    addresses.map(({ revision }) => revision),
    addresses.map(({ position }) => position),
  ]);
  const merged = new Map(rows.map((row) => [Number(row['place']) - 1, row['numbers'] as number[]]));
  // The data in memory must not change between these two calls.
  for (const { unmerged } of indexes) unmerged.visible();
  const inMemory = vectorsAt(
    indexes.map(({ unmerged }) => unmerged.index),
    addresses,
  );
  return inMemory.map((vector, place) => {
    const numbers = merged.get(place);
    if (!numbers) return vector;
    return numbers.some((number) => number !== 0) ? Int8Array.from(numbers) : undefined;
  });
}

/** An address names one revision, which is merged or in memory. */
const MERGED = `
  SELECT asked.place, vectors.embedding::real[] AS numbers
  FROM unnest($3::text[], $4::integer[], $5::integer[]) WITH ORDINALITY AS asked (source_id, revision, position, place)
  JOIN segments ON segments.workspace_id = $1 AND segments.source_id = asked.source_id
    AND segments.revision = asked.revision AND asked.position < segments.chunk_count
  JOIN chunk_vectors AS vectors ON vectors.workspace_id = $1 AND vectors.index_no = segments.index_no
    AND vectors.chunk_no = segments.first_chunk_no + asked.position
  WHERE segments.index_no = ANY($2) AND segments.first_chunk_no IS NOT NULL`;
