import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ConversationOfAgent } from '#server/chat/conversations/schema.ts';
import { BY_CURSOR, requestPage } from '#shared/api/request.ts';
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

/** Latest activity first, in pages. */
export const conversationListQuery = ({
  agent,
  rating,
  verdict,
  confidence,
  handover,
}: ConversationFilters) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', { agent, rating, verdict, confidence, handover }],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Conversation>(
        '/v1/conversations',
        {
          limit: PAGE,
          cursor: pageParam,
          agent_id: agent,
          rating,
          verdict,
          max_confidence: confidence && LOW_CONFIDENCE,
          handover,
        },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
    refetchInterval: handover ? LIST_POLL_MS : false,
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
