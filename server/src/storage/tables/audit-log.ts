import type { AuditEntryId } from '#lib/ids.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { AuditEntryRow } from '#storage/tables.ts';

type Filters = {
  action?: string | undefined;
  actorId?: string | undefined;
  subjectId?: string | undefined;
  /** Milliseconds since 1970; `since` is inclusive, `until` is exclusive. */
  since?: number | undefined;
  until?: number | undefined;
};

/** There is no index of subjects: a search through a log of years would be too slow. */
const LATELY = 200;

export const auditLogReads = ({ db, workspaceId }: ReadScope) => ({
  /** The newest entry about a subject at or after a time, among the last entries: who changed it lately. */
  lastAbout: async (subjectId: string, since: number): Promise<AuditEntryRow | undefined> => {
    const last = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('entry_id', 'desc')
      .limit(LATELY)
      .execute();
    return last.find(({ subject_id, created_at }) => subject_id === subjectId && created_at >= since);
  },

  /** Newest first. */
  list: async ({
    limit,
    after,
    action,
    actorId,
    subjectId,
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
      .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId as string))
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
