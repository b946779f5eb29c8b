import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { NewSegment } from '#storage/engine.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';

/** A switch of a knowledge base from one index version to another. */
type VersionChange = { knowledgeBaseId: KnowledgeBaseId; from: string; to: string };

export const segmentReads = ({ db, workspaceId, knowledgeBaseIds: seen }: ReadScope) => {
  const segmentsOf = ({ knowledgeBaseId, from, to }: VersionChange) =>
    db
      .selectFrom('segments as old')
      .leftJoin('segments as new', (join) =>
        join
          .onRef('new.workspace_id', '=', 'old.workspace_id')
          .onRef('new.knowledge_base_id', '=', 'old.knowledge_base_id')
          .onRef('new.source_id', '=', 'old.source_id')
          .onRef('new.revision', '=', 'old.revision')
          .on('new.index_version', '=', to),
      )
      .where('old.workspace_id', '=', workspaceId)
      .$if(seen !== null, (query) => query.where('old.knowledge_base_id', 'in', seen ?? []))
      .where('old.knowledge_base_id', '=', knowledgeBaseId)
      .where('old.index_version', '=', from);
  return {
    /** Sources that have a segment of the old version but none of the new one at the revision that answers. */
    missing: async (
      change: VersionChange,
      { limit, after }: { limit: number; after?: SourceId | undefined },
    ): Promise<{ source_id: SourceId; revision: number }[]> =>
      await segmentsOf(change)
        .select(['old.source_id', 'old.revision'])
        .where('new.source_id', 'is', null)
        .$if(after !== undefined, (query) => query.where('old.source_id', '>', after as SourceId))
        .orderBy('old.source_id')
        .limit(limit)
        .execute(),

    /** The share of sources that have segments of both versions, 0 to 1. */
    shareDone: async (change: VersionChange): Promise<number> => {
      const { total, done } = await segmentsOf(change)
        .select(({ fn }) => [
          fn.count<number>('old.source_id').as('total'),
          fn.count<number>('new.source_id').as('done'),
        ])
        .executeTakeFirstOrThrow();
      return Number(total) === 0 ? 1 : Number(done) / Number(total);
    },

    /** True if the source has a segment of this version at this revision in this knowledge base. */
    exists: async (address: Omit<NewSegment, 'chunkCount' | 'bytes'>): Promise<boolean> =>
      (await db
        .selectFrom('segments')
        .select('source_id')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', address.sourceId)
        .where('knowledge_base_id', '=', address.knowledgeBaseId)
        .where('index_version', '=', address.indexVersion)
        .where('revision', '=', address.revision)
        .executeTakeFirst()) !== undefined,
  };
};

export const segmentWrites = ({ engine, tx, workspaceId }: WriteScope) => ({
  write: (segments: readonly NewSegment[]): Promise<void> =>
    engine.search.writeSegments(tx, workspaceId, segments),

  /** Removes the segments of a source in every version. */
  remove: (source: { knowledgeBaseId: KnowledgeBaseId; sourceId: SourceId }): Promise<void> =>
    engine.search.removeSegment(tx, { ...source, workspaceId }),

  /** Removes the segments of every other version. */
  keepVersions: (knowledgeBaseId: KnowledgeBaseId, indexVersions: readonly string[]): Promise<void> =>
    engine.search.keepVersions(tx, { workspaceId, knowledgeBaseId, indexVersions }),
});
