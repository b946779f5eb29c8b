import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  Gap as GapSchema,
  Gaps as GapsSchema,
  SuggestedAnswer as SuggestedAnswerSchema,
} from '#server/insights/schema.ts';
import { request, withQuery } from '#shared/api/request.ts';
import { choiceParam, textParam } from '#shared/search-params.ts';

export type Gap = z.infer<typeof GapSchema>;
export type GapSuggestion = NonNullable<Gap['suggestion']>;
export type Gaps = z.infer<typeof GapsSchema>;
export type SuggestedAnswer = z.infer<typeof SuggestedAnswerSchema>;

/** The filters as in the URL; 30 days by default. */
export type GapFilters = { days?: '7' | '90' | '365'; agent?: string; include?: 'tests' };

export const readGapFilters = (raw: Record<string, unknown>): GapFilters => ({
  ...choiceParam({ days: String(raw['days']) }, 'days', ['7', '90', '365'] as const),
  ...textParam(raw, 'agent'),
  ...choiceParam(raw, 'include', ['tests'] as const),
});

export const gapsQuery = ({ days, agent, include }: GapFilters) =>
  queryOptions({
    queryKey: ['gaps', { days, agent, include }],
    queryFn: ({ signal }) =>
      request<Gaps>('GET', withQuery('/v1/gaps', { days, agent_id: agent, include }), undefined, signal),
    placeholderData: keepPreviousData,
  });

/** Asked once: each answer may cost tokens. */
export const suggestedAnswerQuery = ({ question, example }: Gap) =>
  queryOptions({
    queryKey: ['gap-answer', question, example.agent_id],
    queryFn: ({ signal }) =>
      request<SuggestedAnswer>('POST', '/v1/gaps/suggest', { question, agent_id: example.agent_id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
