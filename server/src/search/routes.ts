import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { invalidField } from '#errors.ts';
import { proveKeyFirst } from '#http/access/prove-key-first.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { findMatches } from './find-matches.ts';
import { SearchBody, SearchQuery, SearchResult, toContentChunk } from './schema.ts';
import { search } from './search.ts';

export const searchRoutes =
  (services: Pick<Services, 'models'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/query',
      {
        errorHandler: proveKeyFirst,
        config: {
          rateClass: 'query',
          provesKey: true,
          quotes: ({ data }: { data: z.infer<typeof SearchResult> }) =>
            data.results.map((result) => result.source_id),
        },
        schema: {
          operationId: 'search.query',
          summary: 'Search the indexed sources',
          description:
            'Returns the passages that fit the query best, best first, with a calibrated score. `GET /v1/query` does the same for read_only keys.',
          body: SearchBody,
          response: { 200: envelope(SearchResult) },
        },
      },
      async (request) => answer(request, await runSearch(services, request, request.body)),
    );

    app.get(
      '/query',
      {
        errorHandler: proveKeyFirst,
        config: { rateClass: 'query', provesKey: true },
        schema: {
          operationId: 'search.queryByUrl',
          summary: 'Search the indexed sources, as a query string',
          description: 'The same search for read_only keys, which may only send GET.',
          querystring: SearchQuery,
          response: { 200: envelope(SearchResult) },
        },
      },
      async (request) => answer(request, await runSearch(services, request, request.query)),
    );
  };

async function runSearch(
  services: Pick<Services, 'models'>,
  request: FastifyRequest,
  input: z.output<typeof SearchBody>,
): Promise<z.infer<typeof SearchResult>> {
  const store = contextOf(request).storeFor(input.as_user);
  await assertKnown(store, input);
  const { hits, isDegraded, failures } = await search(services, store, {
    query: input.query,
    searchType: input.search_type,
    limit: input.limit,
    knowledgeBaseIds: input.knowledge_base_ids,
    sourceIds: input.source_ids,
    tags: input.tags,
    filter: input.filter,
    minScore: input.min_score,
    maxPerSource: input.max_per_source,
  });
  contextOf(request).count('queries');
  for (const failure of failures) request.log.warn({ err: failure }, 'searched without a model');
  const withDetails = input.include?.includes('score_details') ?? false;
  const matches = input.include?.includes('matches') ? await findMatches(store, hits) : undefined;
  return {
    results: hits.map((hit, index) => toContentChunk(hit, { withDetails, matches: matches?.[index] })),
    total: hits.length,
    ...(isDegraded && { degraded: true }),
  };
}

/** Throws 422 if a filter names something that does not exist in this workspace. */
async function assertKnown(
  store: WorkspaceStore,
  { source_ids, knowledge_base_ids }: z.output<typeof SearchBody>,
): Promise<void> {
  if (source_ids) {
    const known = new Set((await store.sources.findMany(source_ids)).map((source) => source.source_id));
    const unknown = source_ids.find((id) => !known.has(id));
    if (unknown) throw invalidField('source_ids', `no source has the id "${unknown}"`);
  }
  if (knowledge_base_ids) await assertKnowledgeBasesExist(store, knowledge_base_ids);
}
