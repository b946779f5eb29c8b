import type { AgentId } from '#lib/ids.ts';
import type { ReadScope, WriteScope } from '#storage/scope.ts';
import type { DismissedGapRow } from '#storage/tables.ts';
import { visibility } from './visibility.ts';

export const dismissedGapReads = (scope: ReadScope) => ({
  /** The gaps dismissed since a time. */
  list: async (since: number): Promise<DismissedGapRow[]> => {
    visibility(scope).assertWhole();
    return await scope.db
      .selectFrom('dismissed_gaps')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .where('dismissed_at', '>=', since)
      .execute();
  },
});

export const dismissedGapWrites = (scope: WriteScope) => ({
  /** Replaces an earlier row with the same key. */
  put: async (row: Omit<DismissedGapRow, 'workspace_id'>): Promise<void> => {
    visibility(scope).assertWhole();
    await scope.db
      .insertInto('dismissed_gaps')
      .values({ ...row, workspace_id: scope.workspaceId })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'gap_key']).doUpdateSet({
          question: row.question,
          dismissed_at: row.dismissed_at,
          returns_after: row.returns_after,
        }),
      )
      .execute();
  },

  /** Removes gaps dismissed before a time. */
  removeBefore: async (time: number): Promise<void> => {
    visibility(scope).assertWhole();
    await scope.db
      .deleteFrom('dismissed_gaps')
      .where('workspace_id', '=', scope.workspaceId)
      .where('dismissed_at', '<', time)
      .execute();
  },
});

/** Removes the dismissed gaps whose questions are in conversations about to be deleted: all of an agent's, or one of
 *  them. If other conversations contain the question too, it is a gap again. */
export async function forgetQuestions(
  { db, workspaceId }: WriteScope,
  agentId: AgentId,
  sessionId?: string,
): Promise<void> {
  await db
    .deleteFrom('dismissed_gaps')
    .where('workspace_id', '=', workspaceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages')
          .select('messages.message_id')
          .where('messages.workspace_id', '=', workspaceId)
          .where('messages.agent_id', '=', agentId)
          .$if(sessionId !== undefined, (query) =>
            query.where('messages.session_id', '=', sessionId as string),
          )
          .where('messages.role', '=', 'user')
          .whereRef('messages.text', '=', 'dismissed_gaps.question'),
      ),
    )
    .execute();
}
