import { AppError } from '#errors.ts';
import { newId } from '#lib/ids.ts';
import type { AuditActor } from '#records/audit.ts';
import { assertRoomForChunks } from '#records/chunk-limit.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import { additionOf, recordHistory } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { QUEUED, type SourceRow } from '#storage/tables.ts';
import { assertExternalIdIsFree } from './external-id.ts';
import { FIELD_OF, type SourceBody } from './read-body.ts';
import { describeContent, saveContent } from './save-content.ts';
import type { CreateSource } from './schema.ts';

type NewSource = SourceBody<typeof CreateSource> & { actor: AuditActor; now: number };

/** Creates a source with its content and its indexing job. If a source with the same content or URL exists,
 *  `on_duplicate` decides; `isNew` is false if the existing source is returned. */
export async function addSource(
  tx: WorkspaceTransaction,
  { fields, content, url, actor, now }: NewSource,
): Promise<{ source: SourceRow; isNew: boolean }> {
  const { knowledge_base_id, type, name, tags, on_duplicate } = fields;
  const knowledgeBaseId = await resolveKnowledgeBase(tx, knowledge_base_id);
  if (fields.external_id !== undefined) await assertExternalIdIsFree(tx, knowledgeBaseId, fields.external_id);
  const original = content
    ? await tx.sources.findByContent({ knowledgeBaseId, sha256: content.sha256 })
    : url && (await tx.sources.findByUrl({ knowledgeBaseId, url }));
  if (original && on_duplicate === 'skip') return { source: original, isNew: false };
  if (original && on_duplicate === 'error') throw alreadyThere(original, FIELD_OF[type]);
  await assertRoomForChunks(tx, FIELD_OF[type]);
  const sourceId = newId('source');
  const source = await tx.sources.insert({
    source_id: sourceId,
    knowledge_base_id: knowledgeBaseId,
    type,
    name,
    url: url ?? null,
    ...describeContent(content),
    ...QUEUED,
    revision: 1,
    chunk_count: 0,
    tags,
    metadata: JSON.stringify(fields.metadata ?? {}),
    created_at: now,
    updated_at: now,
    // For pages, this is only known once they are fetched.
    duplicate_of: content && original ? original.source_id : null,
    refresh_interval_hours: fields.refresh_interval_hours ?? null,
    external_id: fields.external_id ?? null,
    allowed: fields.allowed ? JSON.stringify(fields.allowed) : null,
  });
  await saveContent(tx, { source, content, now });
  await recordHistory(tx, { actor, now, entries: [additionOf(source)] });
  return { source, isNew: true };
}

const alreadyThere = ({ source_id, name }: SourceRow, field: string): AppError => {
  const reason = `is the same as that of ${source_id} ("${name}"), which is already in the knowledge base`;
  return new AppError('conflict', `${field}: ${reason}. Change that one, or send on_duplicate "keep".`, {
    details: [{ field, reason }],
  });
};
