import type { Job } from '#jobs/job-kinds.ts';
import { isBulky } from '#lib/limits.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow, SourceType } from '#storage/tables.ts';
import type { OriginalContent } from './parse/original-content.ts';
import type { PreparedSource } from './prepare-source.ts';
import type { Preparer } from './preparer.ts';
import { reportProgress } from './report-progress.ts';

/** Makes a source searchable: read its content, prepare it in a worker thread, and swap it in. A job of a revision
 *  that is no longer the newest ends without a trace. */
export async function ingestSource(
  services: Pick<Services, 'clock' | 'log'> & { preparer: Preparer },
  { row, payload, store, signal }: Job<'ingest-source'>,
): Promise<void> {
  const { clock, preparer } = services;
  const source = await store.sources.find(payload.source_id);
  if (!source || source.revision !== payload.revision) {
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const progress = reportProgress(services, { store, job: row, source });
  try {
    const { workspaceId } = store;
    const prepared = await preparer.prepare(
      {
        name: source.name,
        read: async () => contentOf(source, await store.contents.file(source.source_id, source.revision)),
      },
      { workspaceId, signal, onStage: progress.report },
    );
    progress.stop();
    const swap = async (tx: WorkspaceTransaction): Promise<void> => {
      // Without the lease, or behind newer content, what was prepared is thrown away.
      if (!(await tx.jobs.finish(row))) return;
      const current = await tx.sources.find(source.source_id);
      if (current?.revision === source.revision) await swapIn(tx, current, prepared, clock.now());
    };
    await store.transaction(swap, {
      isBulky: isBulky(Math.max(source.size_bytes ?? 0, prepared.text.length)),
    });
  } finally {
    progress.stop();
  }
}

const ORIGINS: Record<SourceType, OriginalContent['origin']> = {
  text: 'text',
  document: 'file',
  url: 'web-page',
};

const contentOf = (
  { type, mime_type, file_name, url, canonical_url }: SourceRow,
  bytes: Uint8Array,
): OriginalContent => ({
  bytes,
  mimeType: mime_type,
  fileName: file_name,
  origin: ORIGINS[type],
  ...(url !== null && { url: canonical_url ?? url }),
});

/** Old content out, new content in, in the caller's transaction: a reader sees one or the other. */
async function swapIn(
  tx: WorkspaceTransaction,
  source: SourceRow,
  { text, outline, chunks, segment, mimeType, canonicalUrl }: PreparedSource,
  now: number,
): Promise<void> {
  const { source_id, revision, knowledge_base_id } = source;
  if (source.indexed_revision !== null) await tx.contents.removeText(source_id);
  await tx.contents.removeFilesBefore(source_id, revision);
  await tx.contents.insertText({ source_id, revision, text, outline: JSON.stringify(outline) });
  await tx.contents.insertChunks(
    chunks.map((chunk) => ({
      source_id,
      revision,
      position: chunk.position,
      start_offset: chunk.start,
      end_offset: chunk.end,
      page: chunk.page ?? null,
      heading: chunk.heading ?? null,
      text: text.slice(chunk.start, chunk.end),
    })),
  );
  await tx.search.writeSegment(
    { knowledgeBaseId: knowledge_base_id, sourceId: source_id, revision },
    { chunkCount: chunks.length, bytes: segment },
  );
  await tx.sources.update(source_id, {
    status: 'indexed',
    stage: 'done',
    progress: 1,
    error: null,
    indexed_revision: revision,
    chunk_count: chunks.length,
    mime_type: `${mimeType}${charsetOf(source)}`,
    canonical_url: canonicalUrl ?? (source.type === 'url' ? source.canonical_url : null),
    updated_at: now,
    indexed_at: now,
  });
}

/** The encoding that a server declared stays known, for the next time that the page is read. */
const charsetOf = ({ type, mime_type }: SourceRow): string =>
  (type === 'url' && /;\s*charset=[^;]+/i.exec(mime_type ?? '')?.[0]) || '';
