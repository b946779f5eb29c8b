import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { HistoryEntryId } from '#lib/ids.ts';
import { idParams, pageQuery } from '#records/fields.ts';
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
          operationId: 'sources.listHistory',
          summary: "List a source's history",
          description: `Newest first: how it was added, who changed what, and how each indexing ended. Footnote keeps the first entry and the newest ${LIMITS.sourceHistory}.`,
          params: idParams('source', 'src'),
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(SourceHistoryEntry) },
        },
      },
      async (request) => {
        const { sourceHistory } = contextOf(request).store;
        const { source_id } = sourceOfPath.of(request);
        return await listPage(request, cursors, {
          context: ['history', source_id],
          read: (page: Page<HistoryEntryId>) => sourceHistory.list(source_id, page),
          keyOf: (row) => row.entry_id,
          show: toSourceHistoryEntry,
        });
      },
    );
  };
