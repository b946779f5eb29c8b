import type { OverviewFilters } from './overview-search.ts';

/** Where the conversations are that a number counts: the link to the list with its filters.
 *  days: the first and the last, in UTC. */
export const conversationsOf = (
  { agent, channel, include }: OverviewFilters,
  { days: [from, to], ...replies }: { days: readonly [string, string]; answered?: 'no'; band?: string },
) => ({
  to: '/conversations' as const,
  search: {
    ...(agent !== undefined && { agent }),
    ...(channel === undefined ? include !== 'tests' && { tests: 'none' as const } : { channel }),
    replied: from === to ? from : `${from}..${to}`,
    ...replies,
  },
});

/** The first and the last day of the numbers. */
export const periodOf = (days: readonly { day: string }[]): readonly [string, string] => [
  days[0]?.day ?? '',
  days.at(-1)?.day ?? '',
];
