import { invalidField } from '#errors.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { WorkspaceReads } from '#storage/store.ts';

/** Throws 422 when the field `knowledge_base_ids` of a request names one that does not exist in this workspace. */
export async function assertKnowledgeBasesExist(
  store: Pick<WorkspaceReads, 'knowledgeBases'>,
  ids: readonly KnowledgeBaseId[],
): Promise<void> {
  const known = new Set(await store.knowledgeBases.ids());
  const unknown = ids.find((id) => !known.has(id));
  if (unknown) throw invalidField('knowledge_base_ids', `no knowledge base has the id "${unknown}"`);
}
