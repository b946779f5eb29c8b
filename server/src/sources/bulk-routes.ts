import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import type { Services } from '#services.ts';
import { changeSources } from './change-sources.ts';
import { BulkChange, BulkResult } from './schema.ts';

export const bulkRoutes =
  ({ clock, models: { embedders } }: Pick<Services, 'clock' | 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-base/sources/bulk',
      {
        schema: {
          operationId: 'sources.bulkUpdate',
          summary: 'Change sources in bulk',
          description:
            'Changes all of them, or none if the request is refused, as the endpoint of a single source would. Ids without a source are listed as missing.',
          body: BulkChange,
          response: { 200: envelope(BulkResult) },
        },
      },
      async (request, reply) =>
        await commit(
          request,
          reply,
          async (tx) => {
            const { actor } = contextOf(request).principal;
            return { data: await changeSources(tx, request.body, { embedders, actor, now: clock.now() }) };
          },
          { isLarge: true },
        ),
    );
  };
