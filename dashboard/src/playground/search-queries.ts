import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ContentChunk, SearchResult as ResultSchema } from '../../../server/src/search/schema.ts';
import { request, withQuery } from '../api.ts';
import { type Mode, type PlaygroundSearch, USUAL_LIMIT } from './playground-search.ts';

export type SearchResult = z.infer<typeof ResultSchema>;
export type Hit = z.infer<typeof ContentChunk>;

/** One search in one mode. By GET, which viewers may send too; the least score cuts what is here, so that it follows the
 *  finger. */
export const searchQuery = (mode: Mode, { q = '', limit, base, source, tags }: PlaygroundSearch) =>
  queryOptions({
    queryKey: ['search', mode, { q, limit, base, source, tags }],
    queryFn: ({ signal }) =>
      request<SearchResult>(
        'GET',
        withQuery('/v1/query', {
          query: q,
          search_type: mode,
          limit: limit ?? USUAL_LIMIT,
          knowledge_base_ids: base,
          source_ids: source,
          tags,
          include: 'score_details',
        }),
        undefined,
        signal,
      ),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
