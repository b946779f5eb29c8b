import { findWaiting } from '#ingestion/understanding/find-waiting.ts';
import { readChunk } from '#ingestion/understanding/read-chunk.ts';
import type { Embedders } from '#models/model.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Chunks read at once: enough for the threads of the model. */
const CHUNKS_AT_ONCE = 16;
const SOURCES_AT_ONCE = 32;

/** Has the deep model read everything in a workspace that waits for it, now and without a job. */
export async function understandAll(embedders: Embedders, store: WorkspaceStore): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const waiting = await findWaiting(store, embedders, SOURCES_AT_ONCE);
    if (!waiting) return;
    for (const {
      source_id: sourceId,
      knowledge_base_id: knowledgeBaseId,
      revision,
      ...source
    } of waiting.sources) {
      const address = { sourceId, revision, modelId: waiting.model.id };
      for (let from = source.understood_chunks; from < source.chunk_count; from += CHUNKS_AT_ONCE) {
        const page = { limit: CHUNKS_AT_ONCE, after: from - 1 };
        const rows = (await store.contents.listChunks(sourceId, revision, page)).slice(0, CHUNKS_AT_ONCE);
        const chunks = await Promise.all(rows.map(({ text }) => readChunk(waiting.model, text, signal)));
        await store.transaction((tx) =>
          tx.understanding.write({ ...address, knowledgeBaseId, firstPosition: from, chunks }),
        );
      }
      await store.transaction((tx) => tx.understanding.finish(address));
    }
  }
}
