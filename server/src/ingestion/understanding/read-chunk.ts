import type { DeepModel } from '#models/model.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { blocksOf } from '#text/blocks.ts';

export type ReadChunk = Parameters<WorkspaceTransaction['understanding']['write']>[0]['chunks'][number];

/** What a deep model reads in the text of a chunk, block by block. Throws as embedPassage does. */
export async function readChunk(model: DeepModel, text: string, signal: AbortSignal): Promise<ReadChunk> {
  const spans = blocksOf(text);
  const { passage, blocks } = await model.embedPassage(text, spans, signal);
  return {
    vector: passage,
    blocks: blocks.flatMap((vector, index) => {
      const span = spans[index];
      return span ? [{ start: span.start, end: span.end, vector }] : [];
    }),
  };
}
