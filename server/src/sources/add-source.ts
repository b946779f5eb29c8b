import { invalidField } from '#errors.ts';
import { newId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import type { SourceBody } from './read-body.ts';
import { describeContent, queued, saveContent } from './save-content.ts';
import type { CreateSource } from './schema.ts';

type NewSource = SourceBody<typeof CreateSource> & { now: number };

/** Writes a new source, its content and the job that indexes it. */
export async function addSource(
  tx: WorkspaceTransaction,
  { fields, content, url, now }: NewSource,
): Promise<SourceRow> {
  const { knowledge_base_id, type, name, tags } = fields;
  if (knowledge_base_id && !(await tx.knowledgeBases.exists(knowledge_base_id))) {
    throw invalidField('knowledge_base_id', `no knowledge base has the id "${knowledge_base_id}"`);
  }
  const sourceId = newId('source');
  const source = await tx.sources.insert({
    source_id: sourceId,
    knowledge_base_id: knowledge_base_id ?? (await tx.knowledgeBases.defaultId()),
    type,
    name,
    url: url ?? null,
    ...describeContent(content),
    ...queued,
    revision: 1,
    indexed_revision: null,
    chunk_count: 0,
    tags,
    created_at: now,
    updated_at: now,
    indexed_at: null,
  });
  await saveContent(tx, { sourceId, revision: 1, content, now });
  return source;
}
