import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import { precompiled } from './precompiled.ts';
import type { PageRequest, ReadScope, WriteScope } from './scope.ts';
import type { ChunkRow, SourceFileRow, SourceTextRow } from './tables.ts';

type ChunkAddress = { sourceId: SourceId; revision: number; position: number };

export type ChunkOfSource = ChunkRow & {
  source_name: string;
  knowledge_base_id: KnowledgeBaseId;
  tags: string;
};

/** What stands inside a source: the original bytes, the extracted text, and its chunks. */
export const contentReads = ({ db, workspaceId }: ReadScope) => {
  const chunkAt = precompiled(
    db,
    (workspace: WorkspaceId, sourceId: SourceId, revision: number, position: number) =>
      db
        .selectFrom('chunks')
        .innerJoin('sources', (join) =>
          join
            .onRef('sources.workspace_id', '=', 'chunks.workspace_id')
            .onRef('sources.source_id', '=', 'chunks.source_id'),
        )
        .selectAll('chunks')
        .select(['sources.name as source_name', 'sources.knowledge_base_id', 'sources.tags'])
        .where('chunks.workspace_id', '=', workspace)
        .where('chunks.source_id', '=', sourceId)
        .where('chunks.revision', '=', revision)
        .where('chunks.position', '=', position),
    4,
  );
  return {
    /** The original bytes that came with this revision, or with the newest before it (a reindex brings none). */
    file: async (sourceId: SourceId, revision: number): Promise<Uint8Array> => {
      const parts = await db
        .selectFrom('source_files')
        .select(['revision', 'bytes'])
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('revision', '<=', revision)
        .orderBy('revision', 'desc')
        .orderBy('part')
        .execute();
      return Buffer.concat(
        parts.filter((part) => part.revision === parts[0]?.revision).map((part) => part.bytes),
      );
    },

    text: async (sourceId: SourceId, revision: number): Promise<SourceTextRow | undefined> =>
      await db
        .selectFrom('source_texts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('revision', '=', revision)
        .executeTakeFirst(),

    /** In the order of the text. */
    listChunks: async (
      sourceId: SourceId,
      revision: number,
      { limit, after }: PageRequest<number>,
    ): Promise<ChunkRow[]> =>
      await db
        .selectFrom('chunks')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('revision', '=', revision)
        .where('position', '>', after ?? -1)
        .orderBy('position')
        .limit(limit + 1)
        .execute(),

    /** The chunk at an address with what is known of its source, or undefined when it is gone by now. */
    chunk: async ({ sourceId, revision, position }: ChunkAddress): Promise<ChunkOfSource | undefined> =>
      (await chunkAt(workspaceId, sourceId, revision, position))[0],
  };
};

/** Rows of one INSERT: SQLite takes 32,766 parameters and PostgreSQL 65,535; a chunk has nine. */
const CHUNKS_PER_INSERT = 256;

export const contentWrites = ({ db, workspaceId }: WriteScope) => ({
  insertFilePart: async (part: Omit<SourceFileRow, 'workspace_id'>): Promise<void> => {
    await db
      .insertInto('source_files')
      .values({ ...part, workspace_id: workspaceId })
      .execute();
  },

  insertText: async (text: Omit<SourceTextRow, 'workspace_id'>): Promise<void> => {
    await db
      .insertInto('source_texts')
      .values({ ...text, workspace_id: workspaceId })
      .execute();
  },

  insertChunks: async (chunks: readonly Omit<ChunkRow, 'workspace_id'>[]): Promise<void> => {
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_INSERT) {
      const rows = chunks
        .slice(from, from + CHUNKS_PER_INSERT)
        .map((chunk) => ({ ...chunk, workspace_id: workspaceId }));
      await db.insertInto('chunks').values(rows).execute();
    }
  },

  /** Removes the text and the chunks of the source. */
  removeText: async (sourceId: SourceId): Promise<void> => {
    for (const table of ['chunks', 'source_texts'] as const) {
      await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    }
  },

  /** Removes the original bytes that newer ones, of this revision or before it, have replaced. */
  removeFilesBefore: async (sourceId: SourceId, revision: number): Promise<void> => {
    if (revision === 1) return;
    await db
      .deleteFrom('source_files')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('revision', '<', ({ selectFrom }) =>
        selectFrom('source_files as newest')
          .select(({ fn }) => fn.max('newest.revision').as('revision'))
          .where('newest.workspace_id', '=', workspaceId)
          .where('newest.source_id', '=', sourceId)
          .where('newest.revision', '<=', revision),
      )
      .execute();
  },
});
