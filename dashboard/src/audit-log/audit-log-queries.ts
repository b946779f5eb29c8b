import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuditEntry as AuditEntrySchema } from '../../../server/src/audit-log/schema.ts';
import type { AuditAction } from '../../../server/src/records/audit-actions.ts';
import { BY_CURSOR, requestPage } from '../api.ts';
import { every } from '../every.ts';
import type { AuditLogSearch } from './audit-log-search.ts';

export type AuditEntry = z.infer<typeof AuditEntrySchema>;

/** What can be filtered by. */
export const ACTIONS = every<AuditAction>()([
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.updated',
  'account.email_proved',
  'account.reclaimed',
  'account.reclaim_refused',
  'account.confirmation_failed',
  'account.recovery_code_used',
  'account.removed',
  'agent.created',
  'agent.updated',
  'agent.deleted',
  'backup.created',
  'conversation.deleted',
  'crawl.started',
  'crawl.cancelled',
  'export.started',
  'invitation.created',
  'invitation.deleted',
  'key.created',
  'key.updated',
  'key.revoked',
  'knowledge_base.created',
  'knowledge_base.updated',
  'knowledge_base.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'passkey.added',
  'passkey.updated',
  'passkey.removed',
  'publishable_token.created',
  'publishable_token.updated',
  'publishable_token.deleted',
  'source.deleted',
  'source.bulk_changed',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.recovery_codes_created',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.deleted',
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
]);

/** Whole days, as the clock of this browser has them. */
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

/** The beginning of a day, or of one that is so many days later. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
