import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Overview as OverviewSchema } from '#server/insights/schema.ts';
import { request } from '#shared/api/request.ts';

export type OverviewData = z.infer<typeof OverviewSchema>;

export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: ['overview', days],
    queryFn: ({ signal }) => request<OverviewData>('GET', `/v1/overview?days=${days}`, undefined, signal),
    placeholderData: keepPreviousData,
  });
