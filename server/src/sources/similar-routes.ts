import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answer, envelope } from '#http/envelope.ts';
import { idParams } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { findSimilar } from './find-similar.ts';
import { SimilarQuery, SimilarSources, toSimilarSources } from './similar-schema.ts';
import { sourceFor, sourceOfPath } from './source-of-path.ts';

/** Duplicates, translations and neighbours of a source. */
export const similarRoutes =
  ({ models: { embedders } }: Pick<Services, 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-base/sources/:id/similar',
      {
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.listSimilar',
          summary: 'List similar sources',
          description:
            'The sources of the same knowledge base that are most like this one: duplicates, translations and related texts. Long sources are compared by 32 of their chunks, taken evenly.',
          params: idParams('source', 'src'),
          querystring: SimilarQuery,
          response: { 200: envelope(SimilarSources) },
        },
      },
      async (request) => {
        const { limit, as_user } = request.query;
        const { source, store } = await sourceFor(request, as_user);
        const found = await findSimilar(embedders, store, source, limit);
        return answer(request, toSimilarSources(found));
      },
    );
  };
