import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answerPage, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import type { HistoryEntryId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import { pageQuery } from '#records/fields.ts';
import { SourceHistoryEntry, toSourceHistoryEntry } from './schema.ts';
import { sourceOfPath } from './source-of-path.ts';

export const historyRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-base/sources/:id/history',
      {
        onRequest: sourceOfPath.load,
        schema: {
          summary: 'List what happened to a source',
          description: `Newest first: how it was added, what was changed and by whom, and how each indexing ended. The newest ${LIMITS.sourceHistory} entries are kept, and the first.`,
          params: z.object({ id: z.string() }),
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(SourceHistoryEntry) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { source_id } = sourceOfPath.of(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'history', source_id];
        const after = cursors.read<HistoryEntryId>(cursor, context);
        const rows = await store.sourceHistory.list(source_id, { limit, after });
        const page = cursors.page(rows, limit, context, (row) => row.entry_id);
        return answerPage(request, {
          items: page.rows.map(toSourceHistoryEntry),
          nextCursor: page.nextCursor,
        });
      },
    );
  };
