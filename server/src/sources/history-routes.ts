import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answerPage, listEnvelope } from '#http/envelope.ts';
import { pageQuery } from '#http/fields.ts';
import type { Cursors } from '#http/pagination.ts';
import type { EventId } from '#lib/ids.ts';
import { SOURCE_OUTCOMES, SourceOutcome, toSourceOutcome } from './schema.ts';
import { sourceOfPath } from './source-of-path.ts';

export const historyRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-base/sources/:id/history',
      {
        onRequest: sourceOfPath.load,
        schema: {
          summary: 'List what became of a source',
          description:
            'Each time that it was indexed, or could not be, newest first; as long as events are kept.',
          params: z.object({ id: z.string() }),
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(SourceOutcome) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { source_id: subjectId } = sourceOfPath.of(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'history', subjectId];
        const after = cursors.read<EventId>(cursor, context);
        const rows = await store.events.list({ limit, after, subjectId, types: SOURCE_OUTCOMES });
        const page = cursors.page(rows, limit, context, (row) => row.event_id);
        return answerPage(request, { items: page.rows.map(toSourceOutcome), nextCursor: page.nextCursor });
      },
    );
  };
