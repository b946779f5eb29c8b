import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ContentChunk, SearchResult as ResultSchema } from '#server/search/schema.ts';
import { request, withQuery } from '#shared/api/request.ts';
import { type Mode, type PlaygroundSearch, USUAL_LIMIT } from './playground-search.ts';

export type SearchResult = z.infer<typeof ResultSchema>;
export type Hit = z.infer<typeof ContentChunk>;

/** One search in one mode. Uses GET, so that viewers can search; result-column.tsx applies the minimum score. */
export const searchQuery = (mode: Mode, { q = '', limit, base, sources, tags }: PlaygroundSearch) =>
  queryOptions({
    queryKey: ['search', mode, { q, limit, base, sources, tags }],
    queryFn: ({ signal }) =>
      request<SearchResult>(
        'GET',
        withQuery('/v1/query', {
          query: q,
          search_type: mode,
          limit: limit ?? USUAL_LIMIT,
          knowledge_base_ids: base,
          source_ids: sources,
          tags,
          include: ['score_details', 'matches'],
        }),
        undefined,
        signal,
      ),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
