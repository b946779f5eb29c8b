import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { Waiting } from './find-waiting.ts';
import { planBatch } from './plan-batch.ts';
import { readTexts } from './read-texts.ts';

/** About 2 seconds of one core, which is what an interruption loses. */
const CHUNKS_PER_BATCH = 16;
/** How many waiting sources to look at for a batch. */
export const SOURCES_PER_LOOK = 32;

/** isHeld: false if the reader must write nothing any more. */
type Reader = {
  log: Services['log'];
  store: WorkspaceStore;
  signal: AbortSignal;
  isHeld?: (tx: WorkspaceTransaction) => Promise<boolean>;
};

/** Has the deep model read the next chunks of what waits, and commits them. Leaves sources with more chunks than there is
 *  room for to the instant pass. Returns how many chunks it has written; undefined if nothing may be written any more.
 *  Throws when the model fails, and the reason of an aborted signal.
 *  room: how many more chunks of the workspace may be read. */
export async function readBatch(
  { log, store, signal, isHeld = async () => true }: Reader,
  { model, sources }: Waiting,
  room: number,
): Promise<number | undefined> {
  const { reads, skips } = planBatch(sources, { room, size: CHUNKS_PER_BATCH });
  const parts = await Promise.all(
    reads.map(async ({ source, from, count }) => {
      const page = { limit: count, after: from - 1 };
      const rows =
        count === 0 ? [] : await store.contents.listChunks(source.source_id, source.revision, page);
      return { source, from, isWhole: rows.length <= count, rows: rows.slice(0, count) };
    }),
  );
  const rows = parts.flatMap((part) => part.rows);
  const chunks = await readTexts(
    model,
    rows.map(({ text }) => text),
    {
      signal,
      onUnreadable: (index, err) => {
        const { source_id, position } = rows[index] ?? {};
        log.warn(
          { err, workspace_id: store.workspaceId, source_id, position },
          'a chunk keeps to the instant pass, because the deep model cannot read it',
        );
      },
    },
  );
  const write = async (tx: WorkspaceTransaction): Promise<number | undefined> => {
    if (!(await isHeld(tx))) return undefined;
    let first = 0;
    let written = 0;
    for (const { source, from, isWhole, rows: ofPart } of parts) {
      const address = { ...addressOf(source), modelId: model.id };
      const { knowledge_base_id: knowledgeBaseId } = source;
      const read = {
        knowledgeBaseId,
        firstPosition: from,
        chunks: chunks.slice(first, first + ofPart.length),
      };
      first += ofPart.length;
      const isNext = ofPart.length === 0 || (await tx.understanding.write({ ...address, ...read }));
      if (!isNext) continue;
      written += ofPart.length;
      if (isWhole) await tx.understanding.finish(address);
    }
    for (const source of skips) await tx.understanding.skip(addressOf(source));
    return written;
  };
  const written = await store.transaction(write);
  if (written !== undefined && skips.length > 0)
    log.warn(
      { workspace_id: store.workspaceId, sources: skips.length },
      'sources keep to the instant pass, because the workspace has as many chunks as DEEP_CHUNKS_MAX',
    );
  return written;
}

const addressOf = ({ source_id, revision }: Waiting['sources'][number]) => ({
  sourceId: source_id,
  revision,
});
