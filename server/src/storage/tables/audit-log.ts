import type { AuditEntryId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { AuditEntryRow } from '#storage/tables.ts';

type Filters = {
  action?: string | undefined;
  actorId?: string | undefined;
  /** Milliseconds since 1970; `since` is inclusive, `until` is exclusive. */
  since?: number | undefined;
  until?: number | undefined;
};

export const auditLogReads = ({ db, workspaceId }: ReadScope) => ({
  /** Newest first. */
  list: async ({
    limit,
    after,
    action,
    actorId,
    since,
    until,
  }: PageRequest<AuditEntryId> & Filters): Promise<AuditEntryRow[]> =>
    await db
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(after !== undefined, (query) => query.where('entry_id', '<', after as AuditEntryId))
      .$if(action !== undefined, (query) => query.where('action', '=', action as string))
      .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId as string))
      .$if(since !== undefined, (query) => query.where('created_at', '>=', since as number))
      .$if(until !== undefined, (query) => query.where('created_at', '<', until as number))
      .orderBy('entry_id', 'desc')
      .limit(limit + 1)
      .execute(),
});

export const auditLogWrites = ({ db, workspaceId }: WriteScope) => ({
  insert: async (row: Omit<AuditEntryRow, 'workspace_id'>): Promise<void> => {
    await db
      .insertInto('audit_log')
      .values({ ...row, workspace_id: workspaceId })
      .execute();
  },
});
