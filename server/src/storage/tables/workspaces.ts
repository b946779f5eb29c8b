import type { WorkspaceId } from '#lib/ids.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { TokenBudgetColumns, WorkspaceRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { directoryWrites } from './directory.ts';

const idOf = compiledOnce(
  (db, workspaceId: WorkspaceId) =>
    db.selectFrom('workspaces').select('workspace_id').where('workspace_id', '=', workspaceId),
  1,
);

export const workspaceReads = (scope: ReadScope) => ({
  exists: async (): Promise<boolean> => (await idOf(scope, scope.workspaceId)).length > 0,

  get: async (): Promise<WorkspaceRow> =>
    await scope.db
      .selectFrom('workspaces')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow(),
});

/** Tables whose rows go with the workspace. Citus keeps them on one machine and the row of the workspace on another, so that
 *  none can refer to the other. */
const BESIDE_WORKSPACES = ['members', 'invitations', 'sign_ins', 'turn_tickets', 'running_chats'] as const;

export const workspaceWrites = (scope: WriteScope) => {
  const { engine, tx, db, workspaceId } = scope;
  const directory = directoryWrites(scope);
  return {
    create: async (row: Pick<WorkspaceRow, 'name' | 'created_at' | 'updated_at'>): Promise<void> => {
      await db
        .insertInto('workspaces')
        .values({
          members_may_publish: 0,
          tokens_per_day: null,
          tokens_per_month: null,
          ...row,
          workspace_id: workspaceId,
        })
        .execute();
      await directory.add('workspace', workspaceId);
    },
    update: async (
      changes: Partial<
        Pick<WorkspaceRow, 'name' | 'members_may_publish' | 'updated_at' | keyof TokenBudgetColumns>
      >,
    ): Promise<WorkspaceRow> =>
      await db
        .updateTable('workspaces')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Removes everything in the workspace, and aborts what runs in it. */
    remove: async (): Promise<void> => {
      const keys = await db
        .selectFrom('api_keys')
        .select('key_id as id')
        .where('workspace_id', '=', workspaceId)
        .execute();
      const signIns = await db
        .selectFrom('sign_ins')
        .select('sign_in_id as id')
        .where('workspace_id', '=', workspaceId)
        .execute();
      for (const { id } of [...keys, ...signIns])
        engine.notify(tx, { topic: 'credential-ended', credentialId: id });
      const jobs = await db
        .deleteFrom('jobs')
        .where('workspace_id', '=', workspaceId)
        .returning('subject_id')
        .execute();
      for (const { subject_id } of jobs) engine.notify(tx, { topic: 'job-cancelled', subjectId: subject_id });
      // Sources leave the search index one by one. Everything else goes with the row of the workspace.
      const sources = await db
        .selectFrom('sources')
        .select(['source_id', 'knowledge_base_id'])
        .where('workspace_id', '=', workspaceId)
        .execute();
      for (const { source_id: sourceId, knowledge_base_id: knowledgeBaseId } of sources)
        await engine.search.removeSegment(tx, { workspaceId, knowledgeBaseId, sourceId });
      await blobNotes(scope).forgetFiles();
      await blobNotes(scope).forgetPacks();
      for (const table of BESIDE_WORKSPACES)
        await db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
      await directory.clear();
      await db.deleteFrom('workspaces').where('workspace_id', '=', workspaceId).execute();
    },
  };
};
