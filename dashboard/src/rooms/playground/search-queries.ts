import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ContentChunk, SearchResult as ResultSchema } from '#server/search/schema.ts';
import { request, requestPage, withQuery } from '#shared/api/request.ts';
import type { Source } from '#shared/sources/source.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { type Mode, type PlaygroundSearch, USUAL_LIMIT } from './playground-search.ts';

export type SearchResult = z.infer<typeof ResultSchema>;
export type Hit = z.infer<typeof ContentChunk>;

/** One search in one mode. By GET, which viewers may send too. Without the least score: see result-column.tsx. */
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

/** Sources that can be searched, newest first, whose name has what was typed. */
export const sourceChoicesQuery = (typed: string, base: string | undefined, limit: number) =>
  queryOptions({
    queryKey: ['sources', 'choices', { typed, base, limit }],
    queryFn: ({ signal }) =>
      requestPage<Source>(
        SOURCES,
        { q: typed.trim(), knowledge_base_ids: base, status: 'indexed', limit },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
