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

/** Latest activity first, in pages. */
export const conversationListQuery = ({ agent, rating, verdict, confidence }: ConversationFilters) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', { agent, rating, verdict, confidence }],
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
        },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
  });

/** Null if it does not exist. */
export const conversationQuery = (agentId: string, sessionId: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', agentId, sessionId],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, agent_id: agentId, session_id: sessionId };
      return (await requestPage<Conversation>('/v1/conversations', query, signal)).items[0] ?? null;
    },
  });

export const sessionPath = (agentId: string, sessionId: string): string =>
  `/v1/agents/${agentId}/conversations/${encodeURIComponent(sessionId)}`;

/** Oldest first. */
export const messagesQuery = (agentId: string, sessionId: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'messages', agentId, sessionId],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Message>(
        `${sessionPath(agentId, sessionId)}/messages`,
        { limit: PAGE, cursor: pageParam },
        signal,
      ),
    ...BY_CURSOR,
  });
