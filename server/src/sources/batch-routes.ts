import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import { validate } from '#http/validate.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import type { Services } from '#services.ts';
import { addSources, readItem } from './add-sources.ts';
import { CreatedSources, CreateSources, UncheckedSources } from './schema.ts';

export const batchRoutes =
  ({ clock, models: { embedders } }: Pick<Services, 'clock' | 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-base/sources/batch',
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { rateClass: 'upload' },
        // Each source is checked by itself.
        validatorCompiler: () => (value: unknown) => ({ value: validate(UncheckedSources, value) }),
        schema: {
          operationId: 'sources.createBatch',
          summary: 'Add sources in a batch',
          description:
            'Adds up to 100 texts and web pages. Each has its own answer, in order: one that is refused does not stop the others.',
          body: CreateSources,
          response: { 200: envelope(CreatedSources) },
        },
      },
      async (request, reply) => {
        const { sources, upsert } = request.body;
        const items = sources.map(readItem);
        const sizeBytes = items.reduce((sum, item) => sum + (item.body?.content?.sizeBytes ?? 0), 0);
        const { count, principal } = contextOf(request);
        let created = 0;
        const answered = await commit(
          request,
          reply,
          async (tx) => {
            const { actor } = principal;
            const results = await addSources(tx, items, { embedders, upsert, actor, now: clock.now() });
            created = results.filter(({ status }) => status === 201).length;
            return { data: { results } };
          },
          { isLarge: isLarge(sizeBytes) },
        );
        if (created > 0) count('sources', created);
        return answered;
      },
    );
  };
