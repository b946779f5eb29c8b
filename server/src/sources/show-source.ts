import type { z } from 'zod';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { DeepModel, Embedders } from '#models/model.ts';
import { type Source, toSource } from '#records/source.ts';
import type { WorkspaceReads, WorkspaceStore } from '#storage/store.ts';
import { SKIPPED, type SourceRow } from '#storage/tables.ts';

type ShownSource = z.infer<typeof Source>;

/** Whether the deep model has read what answers queries; undefined if nothing does, or without such a model. */
export function understandingOf(
  { status, indexed_revision, understood_by }: SourceRow,
  model: DeepModel | undefined,
): ShownSource['understanding'] {
  if (!model || status === 'processing' || indexed_revision === null) return undefined;
  if (understood_by === SKIPPED) return 'skipped';
  return understood_by === model.id ? 'done' : 'pending';
}

/** The deep model of the knowledge base of a source. */
export async function deepModelOfSource(
  { knowledgeBases }: Pick<WorkspaceReads, 'knowledgeBases'>,
  { deepOf }: Embedders,
  knowledgeBaseId: KnowledgeBaseId,
): Promise<DeepModel | undefined> {
  const [base] = await knowledgeBases.indexVersions([knowledgeBaseId]);
  return base && deepOf(base.index_version, base.embedding_choice);
}

/** Makes a function that shows sources as clients see them. It reads each knowledge base once, so make one for each
 *  answer. A store that reads for a person shows no principals and no duplicates. */
export function showingSources(
  store: Pick<WorkspaceReads, 'knowledgeBases'> & Partial<Pick<WorkspaceStore, 'asUser'>>,
  embedders: Embedders,
): (row: SourceRow) => Promise<ShownSource> {
  const models = new Map<KnowledgeBaseId, Promise<DeepModel | undefined>>();
  return async (row) => {
    const { knowledge_base_id: id } = row;
    const model = models.get(id) ?? deepModelOfSource(store, embedders, id);
    models.set(id, model);
    const understanding = understandingOf(row, await model);
    const shown = { ...toSource(row), ...(understanding && { understanding }) };
    if (!store.asUser) return shown;
    // A person may see a source without the names of the others who may.
    const { allowed: _, duplicate_of: __, ...forPerson } = shown;
    return forPerson;
  };
}
