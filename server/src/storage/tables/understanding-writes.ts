import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import { encodeBlockVectors, type ReadBlock } from '#segment/block-vectors.ts';
import { encodeDeepVectors } from '#segment/deep-vectors.ts';
import type { WriteScope } from '#storage/scope.ts';
import { SKIPPED } from '#storage/tables.ts';
import { tellChanged } from './source-changes.ts';
import { visibility } from './visibility.ts';

/** A chunk as a deep model read it; the zero vector is near nothing. */
export type ReadChunk = { readonly vector: Float32Array; readonly blocks: readonly ReadBlock[] };

type Revision = { sourceId: SourceId; revision: number };

/** The most chunks in a row of `deep_vectors`. */
const CHUNKS_PER_ROW = 64;

/** Writes what a deep model reads, as it comes. */
export const understandingWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  const sees = visibility(scope);
  const rowsOf = (table: 'deep_vectors' | 'block_vectors', sourceId: SourceId) =>
    db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('source_id', '=', sourceId);
  const nextChange = async (knowledgeBaseId: KnowledgeBaseId): Promise<number> => {
    const { deep_changes } = await db
      .updateTable('knowledge_bases')
      .set(({ eb }) => ({ deep_changes: eb('deep_changes', '+', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .returning('deep_changes')
      .executeTakeFirstOrThrow();
    return deep_changes;
  };
  const remove = async ({
    sourceId,
    knowledgeBaseId,
  }: {
    sourceId: SourceId;
    knowledgeBaseId: KnowledgeBaseId;
  }): Promise<void> => {
    await rowsOf('block_vectors', sourceId).execute();
    const { numDeletedRows } = await rowsOf('deep_vectors', sourceId).executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await nextChange(knowledgeBaseId);
  };
  const mark = async ({ sourceId, revision }: Revision, understoodBy: string): Promise<boolean> => {
    if (!(await sees.source(sourceId))) return false;
    const row = await db
      .updateTable('sources')
      .set({ understood_by: understoodBy })
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('indexed_revision', '=', revision)
      .returning('knowledge_base_id')
      .executeTakeFirst();
    if (row) await tellChanged(scope, [{ ...row, source_id: sourceId }]);
    return row !== undefined;
  };
  return {
    /** Adds what the model read of the chunks from `firstPosition` on; what it has read before is left as it is. The
     *  first chunk removes what another model made of the source. False when the source is gone or answers with other
     *  content, and when chunks before these are missing, because what was read of them has been removed. */
    write: async ({
      sourceId,
      revision,
      knowledgeBaseId,
      modelId,
      firstPosition,
      chunks,
    }: Revision & {
      knowledgeBaseId: KnowledgeBaseId;
      modelId: string;
      firstPosition: number;
      chunks: readonly ReadChunk[];
    }): Promise<boolean> => {
      if (!sees.base(knowledgeBaseId)) return false;
      const source = await db
        .selectFrom('sources')
        .select('source_id')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('indexed_revision', '=', revision)
        .executeTakeFirst();
      if (!source) return false;
      const { count } = await db
        .selectFrom('deep_vectors')
        .select(({ fn }) => fn.sum<number | null>('chunk_count').as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('revision', '=', revision)
        .where('model_id', '=', modelId)
        .executeTakeFirstOrThrow();
      const known = Number(count ?? 0);
      if (firstPosition > known) return false;
      const unknown = chunks.slice(known - firstPosition);
      if (unknown.length === 0) return true;
      if (known === 0) await remove({ sourceId, knowledgeBaseId });
      const change_no = await nextChange(knowledgeBaseId);
      for (let from = 0; from < unknown.length; from += CHUNKS_PER_ROW) {
        const batch = unknown.slice(from, from + CHUNKS_PER_ROW);
        const key = {
          workspace_id: workspaceId,
          source_id: sourceId,
          revision,
          model_id: modelId,
          first_position: known + from,
        };
        await db
          .insertInto('deep_vectors')
          .values({
            ...key,
            knowledge_base_id: knowledgeBaseId,
            chunk_count: batch.length,
            change_no,
            bytes: encodeDeepVectors(batch.map(({ vector }) => vector)),
          })
          .execute();
        await db
          .insertInto('block_vectors')
          .values({ ...key, bytes: encodeBlockVectors(batch.map(({ blocks }) => blocks)) })
          .execute();
      }
      await db
        .updateTable('sources')
        .set({ understood_by: null, understood_chunks: known + unknown.length })
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
      return true;
    },

    /** Says that the model has read all of the content. False when the source is gone or answers with other content. */
    finish: async ({ modelId, ...source }: Revision & { modelId: string }): Promise<boolean> =>
      await mark(source, modelId),

    /** Says that no model will read the rest of the content. False as for `finish`. */
    skip: (source: Revision): Promise<boolean> => mark(source, SKIPPED),

    /** Has the skipped sources of the workspace wait again. */
    reopenSkipped: async (): Promise<void> => {
      sees.assertWhole();
      await db
        .updateTable('sources')
        .set({ understood_by: null })
        .where('workspace_id', '=', workspaceId)
        .where('understood_by', '=', SKIPPED)
        .execute();
    },

    /** What was made of a source follows it to another knowledge base. */
    move: async ({
      sourceId,
      from,
      to,
    }: {
      sourceId: SourceId;
      from: KnowledgeBaseId;
      to: KnowledgeBaseId;
    }): Promise<void> => {
      const any = await db
        .selectFrom('deep_vectors')
        .select('source_id')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .limit(1)
        .executeTakeFirst();
      if (!any) return;
      await nextChange(from);
      await db
        .updateTable('deep_vectors')
        .set({ knowledge_base_id: to, change_no: await nextChange(to) })
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    },

    /** Removes everything that was made of a source. */
    remove,
  };
};
