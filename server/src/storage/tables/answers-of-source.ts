import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { SourceRow } from '#storage/tables.ts';

/** What becomes of answers when a source changes that they rest on, in any knowledge base: the scope need not see them. */
export const answersOfSource = ({ db, workspaceId }: WriteScope) => {
  const mark = async (
    sourceId: SourceId,
    changes: { needs_review: 1; is_enabled?: 0 } = { needs_review: 1 },
  ): Promise<{ knowledge_base_id: KnowledgeBaseId }[]> =>
    await db
      .updateTable('pinned_answers')
      .set(changes)
      .where('workspace_id', '=', workspaceId)
      .where('answer_id', 'in', ({ selectFrom }) =>
        selectFrom('pinned_answer_sources')
          .select('pinned_answer_sources.answer_id')
          .where('pinned_answer_sources.workspace_id', '=', workspaceId)
          .where('pinned_answer_sources.source_id', '=', sourceId),
      )
      .returning('knowledge_base_id')
      .execute();
  const isRestricted = async (sourceId: SourceId): Promise<boolean> =>
    (await db
      .selectFrom('sources')
      .select('source_id')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('allowed', 'is not', null)
      .executeTakeFirst()) !== undefined;
  return {
    /** Marks the answers of a source whose content or URL is about to change. */
    markIfReplaced: async (
      sourceId: SourceId,
      { content_sha256, url }: Partial<Pick<SourceRow, 'content_sha256' | 'url'>>,
    ): Promise<void> => {
      const before = await db
        .selectFrom('sources')
        .select(['content_sha256', 'url'])
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .executeTakeFirst();
      if (!before) return;
      // A page has no hash before it is first fetched.
      const isOther =
        content_sha256 !== undefined &&
        before.content_sha256 !== null &&
        content_sha256 !== before.content_sha256;
      if (isOther || (url !== undefined && url !== before.url)) await mark(sourceId);
    },

    /** Marks the answers of a source that is being deleted, and takes it from their lists. Disables them if only some people may
     *  see the source: without it nothing would say any more for whom they are. */
    release: async (sourceId: SourceId): Promise<void> => {
      if (await isRestricted(sourceId)) {
        const disabled = await mark(sourceId, { needs_review: 1, is_enabled: 0 });
        if (disabled.length > 0)
          await db
            .updateTable('knowledge_bases')
            // How turns notice; see knowledge_bases.answer_changes.
            .set(({ eb }) => ({ answer_changes: eb('answer_changes', '+', 1) }))
            .where('workspace_id', '=', workspaceId)
            .where('knowledge_base_id', 'in', [...new Set(disabled.map((row) => row.knowledge_base_id))])
            .execute();
      } else await mark(sourceId);
      await db
        .deleteFrom('pinned_answer_sources')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    },
  };
};
