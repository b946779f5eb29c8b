import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Overview as OverviewSchema } from '#server/insights/schema.ts';
import { request, withQuery } from '#shared/api/request.ts';

export type OverviewData = z.infer<typeof OverviewSchema>;

export const overviewQuery = (days: number, withTests: boolean) =>
  queryOptions({
    queryKey: ['overview', days, withTests],
    queryFn: ({ signal }) =>
      request<OverviewData>(
        'GET',
        withQuery('/v1/overview', { days: String(days), include: withTests ? 'tests' : undefined }),
        undefined,
        signal,
      ),
    // The menu counts by it too, and the page shows what is true when it opens.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
