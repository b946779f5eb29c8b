import { invalidField, notFound } from '#errors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { hoursAfter } from '#lib/clock.ts';
import type { SourceId } from '#lib/ids.ts';
import type { Metadata } from '#lib/metadata.ts';
import { differences } from '#records/audit.ts';
import { assertRoomForChunks } from '#records/chunk-limit.ts';
import { mergeMetadata } from '#records/metadata.ts';
import type { HistoryEntry } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { QUEUED, type SourceRow } from '#storage/tables.ts';
import { assertExternalIdIsFree } from './external-id.ts';
import { FIELD_OF, type SourceBody } from './read-body.ts';
import { describeContent, saveContent } from './save-content.ts';
import type { UpdateSource } from './schema.ts';

type Change = SourceBody<typeof UpdateSource> & { now: number };

/** The changed source, and its new history entries. */
type Changed = { source: SourceRow; entries: HistoryEntry[] };

/** Changes a source. New content is queued; the old content stays searchable until the new one is indexed. */
export async function changeSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  change: Change,
): Promise<Changed> {
  const { fields, content, url, now } = change;
  const before = await findOrThrow(tx, sourceId);
  const isNewContent = content !== undefined || url !== undefined;
  if (fields.external_id)
    await assertExternalIdIsFree(tx, before.knowledge_base_id, fields.external_id, sourceId);
  if (isNewContent) await assertRoomForChunks(tx, FIELD_OF[before.type], before.chunk_count);
  if (fields.tags) await tx.sources.setTags(sourceId, fields.tags);
  const source = await update(tx, sourceId, {
    updated_at: now,
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.external_id !== undefined && { external_id: fields.external_id }),
    ...(fields.metadata !== undefined && { metadata: changedMetadata(before, fields.metadata) }),
    ...(fields.allowed !== undefined && { allowed: fields.allowed && JSON.stringify(fields.allowed) }),
    ...(fields.refresh_interval_hours !== undefined &&
      refreshing(before, fields.refresh_interval_hours, now)),
    ...(url !== undefined && { url, etag: null, last_modified: null }),
    ...(content && describeContent(content)),
    ...(content && { duplicate_of: await originalOf(tx, before, content.sha256) }),
    ...(isNewContent && { ...QUEUED, revision: before.revision + 1 }),
  });
  if (isNewContent) await saveContent(tx, { source, content, now });
  else if (source.name !== before.name && source.status === 'indexed') await relabel(tx, source, now);
  return { source, entries: entriesOf(before, source, isNewContent) };
}

/** Empty if nothing changed. */
function entriesOf(before: SourceRow, source: SourceRow, isNewContent: boolean): HistoryEntry[] {
  const { source_id: sourceId, size_bytes } = source;
  const updated = differences(parsed(before), parsed(source), [
    'name',
    'tags',
    'metadata',
    'allowed',
    'refresh_interval_hours',
    'external_id',
  ]);
  const entries: HistoryEntry[] = [];
  if (Object.keys(updated).length > 0) entries.push({ sourceId, action: 'updated', details: updated });
  if (isNewContent) {
    const replaced = differences(before, source, ['url', 'file_name']);
    // The size of a page is known once it is fetched.
    const size = source.type !== 'url' && size_bytes !== null && { size_bytes };
    entries.push({ sourceId, action: 'replaced', details: { ...replaced, ...size } });
  }
  return entries;
}

const parsed = (source: SourceRow) => ({
  ...source,
  tags: JSON.parse(source.tags) as string[],
  metadata: JSON.parse(source.metadata) as Metadata,
  allowed: source.allowed === null ? null : (JSON.parse(source.allowed) as string[]),
});

const changedMetadata = (
  { metadata }: SourceRow,
  patch: NonNullable<Change['fields']['metadata']> | null,
): string => JSON.stringify(patch === null ? {} : mergeMetadata(JSON.parse(metadata) as Metadata, patch));

/** Chunks are found by the name of their source, so they are indexed again at the same revision, while the source stays
 *  `indexed`. */
const relabel = (tx: WorkspaceTransaction, { source_id, revision }: SourceRow, now: number): Promise<void> =>
  enqueue(tx, { kind: 'ingest-source', subjectId: source_id, payload: { source_id, revision }, now });

/** Queues a source again. Pages are fetched again, other sources use their stored content. */
export async function reindexSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  now: number,
): Promise<Changed> {
  const { revision } = await findOrThrow(tx, sourceId);
  const source = await update(tx, sourceId, { ...QUEUED, revision: revision + 1, updated_at: now });
  await saveContent(tx, { source, content: undefined, now });
  return { source, entries: [{ sourceId, action: 'reindex_requested' }] };
}

/** The columns of a new interval. A page that was never fetched gets its next time once it is. */
function refreshing(
  { type, fetched_at }: SourceRow,
  hours: number | null,
  now: number,
): Pick<SourceRow, 'refresh_interval_hours' | 'refresh_at'> {
  if (type !== 'url') throw invalidField('refresh_interval_hours', 'belongs to a source of type url');
  return {
    refresh_interval_hours: hours,
    refresh_at: hours === null || fetched_at === null ? null : Math.max(now, hoursAfter(fetched_at, hours)),
  };
}

const originalOf = async (
  tx: WorkspaceTransaction,
  { source_id, knowledge_base_id }: SourceRow,
  sha256: string,
): Promise<SourceId | null> =>
  (await tx.sources.findByContent({ knowledgeBaseId: knowledge_base_id, sha256 }, source_id))?.source_id ??
  null;

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
