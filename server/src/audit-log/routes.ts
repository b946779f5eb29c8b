import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contextOf } from '#http/context.ts';
import { answerPage, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import type { AuditEntryId } from '#lib/ids.ts';
import { AuditEntry, AuditLogQuery, toAuditEntry } from './schema.ts';

/** Who changed settings, keys and members, deleted content and exported data, for admins. */
export const auditLogRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/audit-log',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'List who changed settings, deleted content and exported data',
          description:
            'Newest first. What people did to members and accounts is in the log of the live environment.',
          querystring: AuditLogQuery,
          response: { 200: listEnvelope(AuditEntry) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor, action, actor_id, since, until } = request.query;
        const context = [store.workspaceId, 'audit-log', action, actor_id, since, until];
        const rows = await store.auditLog.list({
          limit,
          action,
          actorId: actor_id,
          since: since === undefined ? undefined : Date.parse(since),
          until: until === undefined ? undefined : Date.parse(until),
          after: cursors.read<AuditEntryId>(cursor, context),
        });
        const page = cursors.page(rows, limit, context, (row) => row.entry_id);
        return answerPage(request, { items: page.rows.map(toAuditEntry), nextCursor: page.nextCursor });
      },
    );
  };
