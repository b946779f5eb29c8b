import { type OverviewFilters, readOverviewSearch } from './overview-search.ts';

// Imports no words, so that the requests are sent before the words have arrived.

export const ATTENTION_PATH = '/v1/overview/attention';

export function overviewPath({ days = '30' as never, agent, channel, include }: OverviewFilters): string {
  const parameters = new URLSearchParams({ days });
  for (const [name, value] of Object.entries({ agent_id: agent, channel, include }))
    if (value !== undefined) parameters.set(name, value);
  return `/v1/overview?${parameters}`;
}

/** What the overview asks the service first.
 *  search: the query string of its address. */
export const firstRequestsOf = (search: string): string[] => [
  overviewPath(readOverviewSearch(Object.fromEntries(new URLSearchParams(search)))),
  ATTENTION_PATH,
];
