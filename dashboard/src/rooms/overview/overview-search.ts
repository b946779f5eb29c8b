import { choiceParam, textParam } from '#shared/search-params.ts';

/** The filters as in the URL; 30 days by default. */
export type OverviewFilters = { days?: '7' | '90'; agent?: string; channel?: string; include?: 'tests' };

export const readOverviewSearch = (raw: Record<string, unknown>): OverviewFilters => ({
  ...choiceParam({ days: String(raw['days']) }, 'days', ['7', '90'] as const),
  ...textParam(raw, 'agent'),
  ...textParam(raw, 'channel'),
  ...choiceParam(raw, 'include', ['tests'] as const),
});
