import type { DeepModel, Embedders } from '#models/model.ts';
import type { WorkspaceReads } from '#storage/store.ts';

/** Sources that wait for a model, newest first. */
export type Waiting = {
  model: DeepModel;
  sources: Awaited<ReturnType<WorkspaceReads['understanding']['pending']>>;
};

/** The deep model of this installation; undefined if it has none. */
export const deepModelOf = ({ names, indexVersionFor, deepOf }: Embedders): DeepModel | undefined =>
  names.map((name) => deepOf(indexVersionFor(name), name)).find((model) => model !== undefined);

/** The newest sources of a workspace that wait, at most `limit`, among the knowledge bases that have a deep model now;
 *  undefined if none does. */
export async function findWaiting(
  { knowledgeBases, understanding }: Pick<WorkspaceReads, 'knowledgeBases' | 'understanding'>,
  embedders: Embedders,
  limit: number,
): Promise<Waiting | undefined> {
  const model = deepModelOf(embedders);
  if (!model) return undefined;
  const bases = await knowledgeBases.indexVersions();
  const knowledgeBaseIds = bases
    .filter((base) => embedders.deepOf(base.index_version, base.embedding_choice)?.id === model.id)
    .map((base) => base.knowledge_base_id);
  if (knowledgeBaseIds.length === 0) return undefined;
  const sources = await understanding.pending({ limit, modelId: model.id, knowledgeBaseIds });
  return sources.length === 0 ? undefined : { model, sources };
}
