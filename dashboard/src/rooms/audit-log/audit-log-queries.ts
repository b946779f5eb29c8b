import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuditEntry as AuditEntrySchema } from '#server/audit-log/schema.ts';
import { BY_CURSOR, requestPage } from '#shared/api/request.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

export type AuditEntry = z.infer<typeof AuditEntrySchema>;

/** Filters by whole days in the browser's time zone. */
export const auditLogQuery = ({ action, actor, from, to }: AuditLogSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', action, actor, from, to],
    queryFn: ({ pageParam, signal }) =>
      requestPage<AuditEntry>(
        '/v1/audit-log',
        {
          limit: 50,
          action,
          actor_id: actor,
          since: from && startOf(from, 0),
          until: to && startOf(to, 1),
          cursor: pageParam,
        },
        signal,
      ),
    ...BY_CURSOR,
  });

/** The start of the day `later` days after a day. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
