import { notFound } from '#errors.ts';
import type { SourceId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import type { SourceBody } from './read-body.ts';
import { describeContent, queued, saveContent } from './save-content.ts';
import type { UpdateSource } from './schema.ts';

type Change = SourceBody<typeof UpdateSource> & { now: number };

/** Changes a source; with new content it is queued, and what is indexed answers until the new content is. */
export async function changeSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  change: Change,
): Promise<SourceRow> {
  const { fields, content, url, now } = change;
  const isNewContent = content !== undefined || url !== undefined;
  const revision = (await findOrThrow(tx, sourceId)).revision + 1;
  if (isNewContent) await saveContent(tx, { sourceId, revision, content, now });
  if (fields.tags) await tx.sources.setTags(sourceId, fields.tags);
  return await update(tx, sourceId, {
    updated_at: now,
    ...(fields.name !== undefined && { name: fields.name }),
    ...(url !== undefined && { url }),
    ...(content && describeContent(content)),
    ...(isNewContent && { ...queued, revision }),
  });
}

/** Queues a source once more, from the content it has. */
export async function reindexSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  now: number,
): Promise<SourceRow> {
  const revision = (await findOrThrow(tx, sourceId)).revision + 1;
  await saveContent(tx, { sourceId, revision, content: undefined, now });
  return await update(tx, sourceId, { ...queued, revision, updated_at: now });
}

async function findOrThrow(tx: WorkspaceTransaction, sourceId: SourceId): Promise<SourceRow> {
  const source = await tx.sources.find(sourceId);
  if (!source) throw notFound('source', sourceId);
  return source;
}

async function update(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  changes: Partial<SourceRow>,
): Promise<SourceRow> {
  const source = await tx.sources.update(sourceId, changes);
  if (!source) throw notFound('source', sourceId);
  return source;
}
