import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contextOf } from '#http/context.ts';
import { listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import type { AuditEntryId } from '#lib/ids.ts';
import { AuditEntry, AuditLogQuery, toAuditEntry } from './schema.ts';

/** The audit log, for admins. */
export const auditLogRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/audit-log',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'auditLog.list',
          summary: 'List audit log entries',
          description:
            'Newest first: who changed settings, keys and members, deleted content or exported data. Changes to members and accounts are in the log of the live environment.',
          querystring: AuditLogQuery,
          response: { 200: listEnvelope(AuditEntry) },
        },
      },
      async (request) => {
        const { auditLog } = contextOf(request).store;
        const { action, actor_id: actorId, subject_id: subjectId, since, until } = request.query;
        const range = {
          since: since === undefined ? undefined : Date.parse(since),
          until: until === undefined ? undefined : Date.parse(until),
        };
        return await listPage(request, cursors, {
          context: ['audit-log', action, actorId, subjectId, since, until],
          read: (page: Page<AuditEntryId>) =>
            auditLog.list({ ...page, action, actorId, subjectId, ...range }),
          keyOf: (row) => row.entry_id,
          show: toAuditEntry,
        });
      },
    );
  };
