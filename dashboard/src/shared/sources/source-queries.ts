import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { BY_CURSOR, request, requestPage, withQuery } from '#shared/api/request.ts';
import type {
  Source,
  SourceChunk,
  SourceContent,
  SourceCounts,
  SourceFolders,
  SourceHistoryEntry,
} from './source.ts';
import { latestOf, thisMoment } from './source-news.ts';
import { readCondition } from './source-order.ts';
import type { SourceFilters } from './source-search.ts';

export const SOURCES = '/v1/knowledge-base/sources';

/** Sources per request. */
const PAGE = 100;

/** Parameters of the list. */
export const parametersOf = ({
  tag,
  knowledge_base,
  folder,
  metadata,
  ...same
}: SourceFilters): Parameters<typeof requestPage>[1] => ({
  ...same,
  tags: tag,
  knowledge_base_ids: knowledge_base,
  name_prefix: folder,
  filter: metadata && JSON.stringify(metadataFilter(metadata)),
});

/** People type what may be stored as a number, or as true or false. */
const metadataFilter = (conditions: readonly string[]) => ({
  type: 'and',
  filters: conditions.map((condition) => {
    const { key, value } = readCondition(condition);
    const number = value.trim() === '' ? Number.NaN : Number(value);
    const others = [
      ...(Number.isFinite(number) ? [number] : []),
      ...(value === 'true' || value === 'false' ? [value === 'true'] : []),
    ];
    return { type: 'in', key, value: [value, ...others] };
  }),
});

/** In pages, newest first or in another order. useSourceChanges keeps them up to date. */
export const sourceListQuery = (filters: SourceFilters) =>
  infiniteQueryOptions({
    queryKey: ['sources', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Source>(SOURCES, { limit: PAGE, cursor: pageParam, ...parametersOf(filters) }, signal),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    // Comparing 10,000 sources for each new page takes longer than rendering the visible ones.
    structuralSharing: false,
  });

/** The folders directly below the one in the filters, of the sources that pass the others. */
export const foldersQuery = ({ sort: _, ...filters }: SourceFilters) =>
  queryOptions({
    queryKey: ['sources', 'folders', filters],
    queryFn: async ({ signal }) => {
      const path = withQuery(`${SOURCES}/folders`, parametersOf(filters));
      return (await request<SourceFolders>('GET', path, undefined, signal)).folders;
    },
    placeholderData: keepPreviousData,
  });

export const sourceCountsQuery = queryOptions({
  queryKey: ['sources', 'counts'],
  queryFn: ({ signal }) => request<SourceCounts>('GET', `${SOURCES}/counts`, undefined, signal),
});

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'one', id],
    queryFn: async ({ signal }) => {
      const asked = thisMoment();
      return latestOf(await request<Source>('GET', `${SOURCES}/${id}`, undefined, signal), asked);
    },
  });

export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'content', id],
    queryFn: ({ signal }) => request<SourceContent>('GET', `${SOURCES}/${id}/content`, undefined, signal),
    // Up to megabytes: read again after an indexing, not by time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const chunksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['sources', 'chunks', id],
    queryFn: ({ pageParam, signal }) =>
      requestPage<SourceChunk>(`${SOURCES}/${id}/chunks`, { limit: PAGE, cursor: pageParam }, signal),
    ...BY_CURSOR,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['sources', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      requestPage<SourceHistoryEntry>(`${SOURCES}/${id}/history`, { limit: PAGE, cursor: pageParam }, signal),
    ...BY_CURSOR,
  });

/** Indexed sources whose name contains the typed text, newest first. */
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
