import { invalidField } from '#errors.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import type { StoredQuestion } from './schema.ts';

/** Throws 422 when a question names a source that does not exist, or that the evaluation does not search. */
export async function assertSourcesExist(
  store: Pick<WorkspaceReads, 'sources'>,
  questions: readonly StoredQuestion[],
  knowledgeBaseIds: readonly KnowledgeBaseId[] | undefined,
): Promise<void> {
  const named = questions.flatMap(({ relevant }, question) =>
    relevant.map(({ source_id }, index) => ({
      source_id,
      field: `questions[${question}].relevant[${index}].source_id`,
    })),
  );
  const rows = await store.sources.findMany([...new Set(named.map(({ source_id }) => source_id))]);
  const sources = new Map(rows.map((row) => [row.source_id, row]));
  for (const { source_id, field } of named) {
    const source = sources.get(source_id);
    if (!source) throw invalidField(field, `no source has the id "${source_id}"`);
    if (knowledgeBaseIds && !knowledgeBaseIds.includes(source.knowledge_base_id))
      throw invalidField(
        field,
        `${source_id} is in the knowledge base ${source.knowledge_base_id}, which the evaluation does not search`,
      );
  }
}
