import { type Kysely, sql } from 'kysely';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { Tables } from '#storage/tables.ts';

type Scope = { db: Kysely<Tables>; workspaceId: WorkspaceId };

/** The notes about objects in the store of BLOB_STORE that no row names (`blob_deletions`). Each is in the transaction that
 *  takes the name away, or before the object is put: then no crash leaves an object that is not known. */
export const blobNotes = ({ db, workspaceId }: Scope) => {
  const noteAt = async (keys: readonly string[], dueAt: number): Promise<void> => {
    if (keys.length === 0) return;
    await db
      .insertInto('blob_deletions')
      .values(
        keys.map((blob_key) => ({
          workspace_id: workspaceId,
          blob_key,
          due_at: dueAt,
          is_claimed: 0 as const,
        })),
      )
      // It is not claimed any more, so that a node that is deleting the object now leaves the note.
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'blob_key']).doUpdateSet({ due_at: dueAt, is_claimed: 0 }),
      )
      .execute();
  };
  /** Before rows that name objects are deleted with what they belong to. */
  const forgetRows = async (
    table: 'source_files' | 'segment_packs',
    owner: readonly [column: string, id: string] | undefined,
  ): Promise<void> => {
    const only = owner ? sql`AND ${sql.ref(owner[0])} = ${owner[1]}` : sql``;
    await sql`
      INSERT INTO blob_deletions (workspace_id, blob_key, due_at, is_claimed)
      SELECT workspace_id, blob_key, CAST(${Date.now()} AS bigint), 0 FROM ${sql.table(table)}
      WHERE workspace_id = ${workspaceId} AND blob_key IS NOT NULL ${only}`.execute(db);
  };
  return {
    /** Before an object is put. commitBy: when its row must have been committed. */
    begin: (key: string, commitBy: number): Promise<void> => noteAt([key], commitBy),

    /** With the row that names the object. False if the object may be gone: then the row must not name it. */
    name: async (key: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('blob_deletions')
        .where('workspace_id', '=', workspaceId)
        .where('blob_key', '=', key)
        .where('is_claimed', '=', 0)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** With the end of the rows that named the objects. */
    forget: (keys: readonly string[], now: number): Promise<void> => noteAt(keys, now),

    /** Before the files of a source, or of the whole workspace, are deleted with it. */
    forgetFiles: (sourceId?: SourceId): Promise<void> =>
      forgetRows('source_files', sourceId === undefined ? undefined : ['source_id', sourceId]),

    /** Before the packs of a knowledge base, or of the whole workspace, are deleted with it. */
    forgetPacks: (knowledgeBaseId?: KnowledgeBaseId): Promise<void> =>
      forgetRows(
        'segment_packs',
        knowledgeBaseId === undefined ? undefined : ['knowledge_base_id', knowledgeBaseId],
      ),
  };
};
