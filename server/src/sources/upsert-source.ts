import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { invalidField } from '#errors.ts';
import type { Metadata } from '#lib/metadata.ts';
import type { AuditActor } from '#records/audit.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import { recordHistory } from '#records/source-history.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { addSource } from './add-source.ts';
import { changeSource } from './change-source.ts';
import type { SourceBody } from './read-body.ts';
import type { CreateSource, UpdateSource, UpsertedSource, UpsertSource } from './schema.ts';

type Wanted = SourceBody<typeof UpsertSource> & {
  externalId: string;
  onDuplicate?: z.output<typeof CreateSource>['on_duplicate'];
  actor: AuditActor;
  now: number;
};

type Upserted = { source: SourceRow; outcome: z.infer<typeof UpsertedSource>['outcome'] };

/** Creates the source with this external id, or makes it what the body says. Equal content is not indexed again. Throws
 *  before it writes anything. */
export async function upsertSource(
  tx: WorkspaceTransaction,
  { externalId, onDuplicate = 'keep', fields, content, url, actor, now }: Wanted,
): Promise<Upserted> {
  const knowledgeBaseId = await resolveKnowledgeBase(tx, fields.knowledge_base_id);
  const before = await tx.sources.findByExternalId({ knowledgeBaseId, externalId });
  if (!before) {
    const ofNew = { external_id: externalId, on_duplicate: onDuplicate, tags: fields.tags ?? [] };
    const added = await addSource(tx, { fields: { ...fields, ...ofNew }, content, url, actor, now });
    return { source: added.source, outcome: added.isNew ? 'created' : 'unchanged' };
  }
  if (before.type !== fields.type)
    throw invalidField(
      'type',
      `is ${before.type} for the source with this external id, ${before.source_id}; delete it to change its type`,
    );
  const change = {
    fields: differingFields(before, fields),
    content: content && isSameContent(before, content) ? undefined : content,
    url: url === before.url ? undefined : url,
  };
  const isChanged = Object.keys(change.fields).length > 0 || change.content || change.url !== undefined;
  if (!isChanged) return { source: before, outcome: 'unchanged' };
  const { source, entries } = await changeSource(tx, before.source_id, { ...change, now });
  await recordHistory(tx, { actor, now, entries });
  return { source, outcome: 'updated' };
}

const isSameContent = (
  { content_sha256, file_name }: SourceRow,
  { sha256, fileName = null }: { sha256: string; fileName?: string | null },
): boolean => sha256 === content_sha256 && fileName === file_name;

/** The fields that are given and differ from those of the source. */
function differingFields(
  before: SourceRow,
  fields: z.output<typeof UpsertSource>,
): z.output<typeof UpdateSource> {
  const { name, tags, metadata, allowed, refresh_interval_hours: hours } = fields;
  const known = JSON.parse(before.metadata) as Metadata;
  return {
    ...(name !== before.name && { name }),
    ...(tags && !isDeepStrictEqual(tags, JSON.parse(before.tags)) && { tags }),
    ...(metadata && !isDeepStrictEqual(metadata, known) && { metadata: replacing(known, metadata) }),
    ...(allowed !== undefined &&
      !isDeepStrictEqual(allowed, JSON.parse(before.allowed ?? 'null')) && { allowed }),
    ...(hours !== undefined && hours !== before.refresh_interval_hours && { refresh_interval_hours: hours }),
  };
}

/** The patch that leaves only the new metadata. */
const replacing = (known: Metadata, metadata: Metadata): Record<string, Metadata[string] | null> => ({
  ...Object.fromEntries(Object.keys(known).map((key) => [key, null])),
  ...metadata,
});
