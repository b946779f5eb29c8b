import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Gap as GapSchema, Gaps as GapsSchema } from '#server/insights/schema.ts';
import { request, withQuery } from '#shared/api/request.ts';
import { choiceParam, textParam } from '#shared/search-params.ts';

export type Gap = z.infer<typeof GapSchema>;
export type Gaps = z.infer<typeof GapsSchema>;

/** The filters as in the URL; 30 days by default. */
export type GapFilters = { days?: '7' | '90' | '365'; agent?: string };

export const readGapFilters = (raw: Record<string, unknown>): GapFilters => ({
  ...choiceParam({ days: String(raw['days']) }, 'days', ['7', '90', '365'] as const),
  ...textParam(raw, 'agent'),
});

export const gapsQuery = ({ days, agent }: GapFilters) =>
  queryOptions({
    queryKey: ['gaps', { days, agent }],
    queryFn: ({ signal }) =>
      request<Gaps>('GET', withQuery('/v1/gaps', { days, agent_id: agent }), undefined, signal),
    placeholderData: keepPreviousData,
  });
