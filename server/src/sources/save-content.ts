import { enqueue } from '#jobs/enqueue.ts';
import type { Content } from '#records/content.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';

/** The columns that describe original content. */
export const describeContent = (content: Content | undefined) => ({
  file_name: content?.fileName ?? null,
  mime_type: content?.mimeType ?? null,
  size_bytes: content?.sizeBytes ?? null,
  content_sha256: content?.sha256 ?? null,
});

/** Stores the content of the newest revision, if there is any (pages to fetch and reindexing have none), and queues its
 *  indexing. */
export async function saveContent(
  tx: WorkspaceTransaction,
  { source, content, now }: { source: SourceRow; content: Content | undefined; now: number },
): Promise<void> {
  const { source_id, revision, type } = source;
  if (content) await tx.contents.insertFile(source_id, revision, content.parts());
  await enqueue(tx, {
    kind: type === 'url' ? 'fetch-page' : 'ingest-source',
    subjectId: source_id,
    payload: { source_id, revision },
    now,
  });
}
