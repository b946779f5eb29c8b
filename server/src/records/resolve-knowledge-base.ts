import { invalidField } from '#errors.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';

/** Throws 422 if `knowledge_base_ids` of a request names a knowledge base that does not exist in this workspace. */
export async function assertKnowledgeBasesExist(
  store: Pick<WorkspaceReads, 'knowledgeBases'>,
  ids: readonly KnowledgeBaseId[],
): Promise<void> {
  const known = new Set(
    (await store.knowledgeBases.indexVersions(ids)).map((base) => base.knowledge_base_id),
  );
  const unknown = ids.find((id) => !known.has(id));
  if (unknown) throw invalidField('knowledge_base_ids', `no knowledge base has the id "${unknown}"`);
}

/** The knowledge base to add to: `knowledge_base_id`, or the default one. Throws 422 if it does not exist in this
 *  workspace, or if none is named and the key may not see the default one. */
export async function resolveKnowledgeBase(
  { knowledgeBases }: Pick<WorkspaceTransaction, 'knowledgeBases'>,
  id: KnowledgeBaseId | undefined,
): Promise<KnowledgeBaseId> {
  if (id !== undefined) {
    if (await knowledgeBases.exists(id)) return id;
    throw invalidField('knowledge_base_id', `no knowledge base has the id "${id}"`);
  }
  const defaultId = await knowledgeBases.defaultId();
  if (knowledgeBases.isSeen(defaultId)) return defaultId;
  const seen = (await knowledgeBases.indexVersions()).map((base) => base.knowledge_base_id);
  throw invalidField(
    'knowledge_base_id',
    `is required, because this key cannot use the default knowledge base, only ${seen.join(', ') || 'none'}`,
  );
}
