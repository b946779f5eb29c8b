import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { isDecodable } from '#http/decodable-url.ts';
import { envelope } from '#http/envelope.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { externalId } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { readSourceBody } from './read-body.ts';
import { DOCUMENTED_UPSERT_SOURCE, UpsertedSource, UpsertSource } from './schema.ts';
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
        // The path of such a request is routed as it was written, and would become the id.
        preValidation: async ({ originalUrl }) => {
          if (!isDecodable(originalUrl))
            throw invalidField('external_id', 'must be percent-encoded UTF-8; a % itself is written %25');
        },
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { form: DOCUMENTED_UPSERT_SOURCE, rateClass: 'upload' },
        schema: {
          operationId: 'sources.upsert',
          summary: 'Create or update a source by external id',
          description:
            'Creates the source, or updates the one of the knowledge base with this external id. The same content and fields again change nothing.',
          params: z.object({ external_id: externalId }),
          querystring: z.strictObject({}),
          response: { 201: envelope(UpsertedSource), 200: envelope(UpsertedSource) },
        },
      },
      async (request, reply) => {
        const body = await readSourceBody({ config }, request, UpsertSource, ({ type }) => ({
          type,
          isContentRequired: true,
        }));
        try {
          const upserted = await commit(
            request,
            reply,
            async (tx) => {
              const { source, outcome } = await upsertSource(tx, {
                ...body,
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
