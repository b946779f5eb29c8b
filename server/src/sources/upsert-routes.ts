import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { externalId, id } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { readSourceBody } from './read-body.ts';
import { UpsertedSource, UpsertSource } from './schema.ts';
import { showingSources } from './show-source.ts';
import { upsertSource } from './upsert-source.ts';

export const upsertRoutes =
  ({
    config,
    clock,
    models: { embedders },
  }: Pick<Services, 'config' | 'clock' | 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      '/knowledge-base/sources/by-external-id/:external_id',
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { form: UpsertSource, rateClass: 'upload' },
        schema: {
          operationId: 'sources.upsert',
          summary: 'Create or update a source by external id',
          description:
            'Creates the source, or updates the one of the knowledge base with this external id. The same content and fields again change nothing.',
          params: z.object({ external_id: externalId }),
          querystring: z.strictObject({
            knowledge_base_id: id('kb').optional().meta({
              description: 'Defaults to that of the body, or else the default knowledge base.',
            }),
          }),
          response: { 201: envelope(UpsertedSource), 200: envelope(UpsertedSource) },
        },
      },
      async (request, reply) => {
        const body = await readSourceBody({ config }, request, UpsertSource, ({ type }) => ({
          type,
          isContentRequired: true,
        }));
        try {
          const { knowledge_base_id: named = body.fields.knowledge_base_id } = request.query;
          if ((body.fields.knowledge_base_id ?? named) !== named)
            throw invalidField('knowledge_base_id', 'is not that of the query string');
          const upserted = await commit(
            request,
            reply,
            async (tx) => {
              const { source, outcome } = await upsertSource(tx, {
                ...body,
                fields: { ...body.fields, knowledge_base_id: named },
                externalId: request.params.external_id,
                actor: contextOf(request).principal.actor,
                now: clock.now(),
              });
              return {
                status: outcome === 'created' ? 201 : 200,
                ...(outcome === 'created' && { location: `/v1/knowledge-base/sources/${source.source_id}` }),
                data: { ...(await showingSources(tx, embedders)(source)), outcome },
              };
            },
            { isLarge: isLarge(body.content?.sizeBytes) },
          );
          if (reply.statusCode === 201) contextOf(request).count('sources');
          return upserted;
        } finally {
          await body.content?.dispose();
        }
      },
    );
  };
