import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuditEntry as AuditEntrySchema } from '#server/audit-log/schema.ts';
import { BY_CURSOR, requestPage } from '#shared/api/request.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

export type AuditEntry = z.infer<typeof AuditEntrySchema>;

export const AUDIT_LOG = '/v1/audit-log';

/** What the API takes: whole days in the browser's time zone. */
export const queryOf = ({ action, actor, thing, from, to }: AuditLogSearch) => ({
  action,
  actor_id: actor,
  subject_id: thing,
  since: from && startOf(from, 0),
  until: to && startOf(to, 1),
});

export const auditLogQuery = (search: AuditLogSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', search],
    queryFn: ({ pageParam, signal }) =>
      requestPage<AuditEntry>(AUDIT_LOG, { limit: 50, ...queryOf(search), cursor: pageParam }, signal),
    ...BY_CURSOR,
  });

/** The start of the day `later` days after a day. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
