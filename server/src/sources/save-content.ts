import { enqueue } from '#jobs/enqueue.ts';
import type { SourceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import type { Content } from './upload.ts';

/** What a source looks like while its newest content waits to be indexed. */
export const queued = {
  status: 'processing',
  stage: 'queued',
  progress: 0,
  error: null,
} as const satisfies Partial<SourceRow>;

/** The columns that describe original content. */
export const describeContent = (content: Content | undefined) => ({
  file_name: content?.fileName ?? null,
  mime_type: content?.mimeType ?? null,
  size_bytes: content?.sizeBytes ?? null,
  content_sha256: content?.sha256 ?? null,
});

/** Stores the bytes of a revision (none for an address that is still to be fetched, or for a reindex) and queues its
 *  indexing. */
export async function saveContent(
  tx: WorkspaceTransaction,
  revision: { sourceId: SourceId; revision: number; content: Content | undefined; now: number },
): Promise<void> {
  const { sourceId, content, now } = revision;
  let part = 0;
  for (const bytes of content?.parts() ?? []) {
    await tx.contents.insertFilePart({
      source_id: sourceId,
      revision: revision.revision,
      part: part++,
      bytes,
    });
  }
  const payload = { source_id: sourceId, revision: revision.revision };
  await enqueue(tx, { kind: 'ingest-source', subjectId: sourceId, payload, now });
}
