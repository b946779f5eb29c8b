import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Attention as AttentionSchema, Overview as OverviewSchema } from '#server/insights/schema.ts';
import { request } from '#shared/api/request.ts';
import { ATTENTION_PATH, overviewPath } from './first-requests.ts';
import type { OverviewFilters } from './overview-search.ts';

export type OverviewData = z.infer<typeof OverviewSchema>;
export type AttentionItem = z.infer<typeof AttentionSchema>['items'][number];

export const overviewQuery = (filters: OverviewFilters) =>
  queryOptions({
    queryKey: ['overview', filters],
    queryFn: ({ signal }) => request<OverviewData>('GET', overviewPath(filters), undefined, signal),
    // The menu counts by it too, and the page shows what is true when it opens.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const MINUTE_MS = 60_000;

export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }) => request<z.infer<typeof AttentionSchema>>('GET', ATTENTION_PATH, undefined, signal),
  staleTime: 0,
  refetchInterval: MINUTE_MS,
});
