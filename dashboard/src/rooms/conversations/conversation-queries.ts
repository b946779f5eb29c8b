import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ConversationOfAgent } from '#server/chat/conversations/schema.ts';
import type { PossibleAssignee } from '#server/chat/conversations/triage-schema.ts';
import { BY_CURSOR, requestAll, requestPage } from '#shared/api/request.ts';
import type { Message } from '#shared/chat/reply.ts';
import type { ConversationFilters } from './conversation-search.ts';

export type Conversation = z.infer<typeof ConversationOfAgent>;

/** Below this, a reply counts as unsure. */
const LOW_CONFIDENCE = 0.4999;
const PAGE = 50;
/** How often a conversation with a person is read again, and a list of those that wait for one. */
const TALK_POLL_MS = 4_000;
const LIST_POLL_MS = 15_000;

const isPending = (handover: Conversation['handover']): boolean =>
  handover !== undefined && handover.status !== 'resolved';

/** The beginning of a day in the time zone of the browser, so many days later. */
const startOf = (day: string | undefined, later = 0): string | undefined => {
  if (day === undefined) return undefined;
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The parameters of the API for the filters of the page. */
export const parametersOf = ({
  agent,
  confidence,
  from,
  to,
  replied,
  band,
  answered,
  ...same
}: ConversationFilters): Record<string, string | number | undefined> => ({
  ...same,
  agent_id: agent,
  max_confidence: confidence && LOW_CONFIDENCE,
  since: startOf(from),
  until: startOf(to, 1),
  ...repliedIn(replied),
  ...confidenceIn(band),
  fallback: answered && String(answered === 'no'),
});

const DAY_MS = 86_400_000;

function repliedIn(days: string | undefined) {
  const [first, last = first] = days?.split('..') ?? [];
  if (first === undefined || last === undefined) return {};
  const [since, until] = [Date.parse(first), Date.parse(last) + DAY_MS];
  if (Number.isNaN(since) || Number.isNaN(until)) return {};
  return { replied_since: new Date(since).toISOString(), replied_until: new Date(until).toISOString() };
}

function confidenceIn(band: string | undefined) {
  const [from, to] = band?.split('-').map(Number) ?? [];
  if (from === undefined || to === undefined) return {};
  // The last band has those of exactly 1.
  return { min_confidence: from / 100, ...(to < 100 && { below_confidence: to / 100 }) };
}

/** Latest activity first, in pages. */
export const conversationListQuery = (filters: ConversationFilters) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Conversation>(
        '/v1/conversations',
        { limit: PAGE, cursor: pageParam, ...parametersOf(filters) },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
    refetchInterval: filters.handover ? LIST_POLL_MS : false,
  });

type Person = z.infer<typeof PossibleAssignee>;

/** People who can be assigned to conversations. */
export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: ({ signal }) => requestAll<Person>('/v1/conversations/assignees', signal),
  staleTime: 60_000,
});

/** Null if it does not exist. */
export const conversationQuery = (agentId: string, sessionId: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', agentId, sessionId],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, agent_id: agentId, session_id: sessionId };
      return (await requestPage<Conversation>('/v1/conversations', query, signal)).items[0] ?? null;
    },
    refetchInterval: ({ state: { data } }) => (isPending(data?.handover) ? TALK_POLL_MS : false),
  });

export const sessionPath = (agentId: string, sessionId: string): string =>
  `/v1/agents/${agentId}/conversations/${encodeURIComponent(sessionId)}`;

/** Oldest first. */
export const messagesQuery = (agentId: string, sessionId: string, handover?: Conversation['handover']) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'messages', agentId, sessionId],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Message>(
        `${sessionPath(agentId, sessionId)}/messages`,
        { limit: PAGE, cursor: pageParam },
        signal,
      ),
    ...BY_CURSOR,
    refetchInterval: isPending(handover) ? TALK_POLL_MS : false,
  });
