import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { overviewQuery } from '#rooms/overview/overview-query.ts';
import type { ConversationOfAgent } from '#server/chat/conversations/schema.ts';
import { requestPage } from '#shared/api/request.ts';
import { formatNumber } from '#shared/format.ts';
import { sourceCountsQuery } from '#shared/sources/source-queries.ts';
import { text } from '#shared/strings/text.ts';
import type { BadgeName } from './places.ts';

const words = text.shell.badges;

/** `about`: the whole sentence. */
type Badge = { shown: string; about: string; tone: 'bad' | 'warning' | 'plain' };

const MINUTE_MS = 60_000;
/** The page that was opened asks first. */
const PAGE_FIRST_MS = 1_000;
/** More are "9+". */
const MOST_WAITING = 9;

const waitingQuery = queryOptions({
  queryKey: ['conversations', 'waiting'],
  queryFn: ({ signal }) =>
    requestPage<z.infer<typeof ConversationOfAgent>>(
      '/v1/conversations',
      { handover: 'open', limit: MOST_WAITING + 1 },
      signal,
    ),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
});

/** The counts of the menu: failed sources, people who wait for an answer, open questions. The requests are those of
 *  the pages themselves, so that opening a page brings its number up to date. */
export function useBadges(): Partial<Record<BadgeName, Badge>> {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), PAGE_FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data: counts } = useQuery({ ...sourceCountsQuery, refetchInterval: MINUTE_MS, enabled });
  const { data: waiting } = useQuery({ ...waitingQuery, enabled });
  // Counting gaps compares questions by meaning, so it isn't asked for all the time.
  const { data: overview } = useQuery({
    ...overviewQuery({}),
    staleTime: MINUTE_MS,
    refetchInterval: 5 * MINUTE_MS,
    enabled,
  });
  const failed = counts?.by_status.failed ?? 0;
  const people = waiting?.items.length ?? 0;
  const isMore = people > MOST_WAITING;
  const gaps = overview?.gaps ?? 0;
  return {
    ...(failed > 0 && {
      failed: { shown: formatNumber(failed), about: words.failed({ count: failed }), tone: 'bad' },
    }),
    ...(people > 0 && {
      waiting: {
        shown: isMore ? words.more({ count: MOST_WAITING }) : formatNumber(people),
        about: isMore ? words.waitingMore({ count: MOST_WAITING }) : words.waiting({ count: people }),
        tone: 'warning',
      },
    }),
    ...(gaps > 0 && {
      gaps: { shown: formatNumber(gaps), about: words.gaps({ count: gaps }), tone: 'plain' },
    }),
  };
}
