import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ReadChunk } from '#storage/tables/understanding-writes.ts';

export const DEEP_MODEL = 'reader/1';

/** What a deep model reads in a chunk: the vector points along one axis, with a block for each half. */
export const readChunk = (axis: number): ReadChunk => ({
  vector: unit(axis),
  blocks: [
    { start: 0, end: 5, vector: unit(axis) },
    { start: 5, end: 9, vector: unit(axis + 1) },
  ],
});

/** A vector of four numbers along an axis; the zero vector for a negative axis. */
export const unit = (axis: number): Float32Array =>
  Float32Array.from({ length: 4 }, (_, i) => Number(axis >= 0 && i === axis % 4));

/** Writes what the model reads in the next chunks of a source: an axis for each. */
export const understand = (
  { store, knowledgeBaseId }: { store: WorkspaceStore; knowledgeBaseId: KnowledgeBaseId },
  sourceId: SourceId,
  axes: readonly number[],
  { revision = 1, firstPosition = 0, modelId = DEEP_MODEL } = {},
): Promise<boolean> =>
  store.transaction((tx) =>
    tx.understanding.write({
      sourceId,
      revision,
      knowledgeBaseId,
      modelId,
      firstPosition,
      chunks: axes.map(readChunk),
    }),
  );
