import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ConversationCounts as ConversationCountsSchema } from '#server/chat/conversations/triage-schema.ts';
import { request } from './request.ts';

const LIST_POLL_MS = 15_000;

export type ConversationCounts = z.infer<typeof ConversationCountsSchema>;

export const conversationCountsQuery = queryOptions({
  queryKey: ['conversations', 'counts'],
  queryFn: ({ signal }) => request<ConversationCounts>('GET', '/v1/conversations/counts', undefined, signal),
  refetchInterval: LIST_POLL_MS,
});
