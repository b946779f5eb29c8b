import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { KnowledgeBase as KnowledgeBaseSchema } from '#server/knowledge-bases/schema.ts';
import { requestAll } from './request.ts';

export type KnowledgeBase = z.infer<typeof KnowledgeBaseSchema>;

export const KNOWLEDGE_BASES = '/v1/knowledge-bases';

/** How often the progress of a change of embedding model is polled, and that of the deep model. */
const SWITCH_POLL_MS = 1_500;
const UNDERSTANDING_POLL_MS = 5_000;

/** All knowledge bases of the workspace, the default one first. */
export const knowledgeBasesQuery = queryOptions({
  queryKey: ['knowledge-bases'],
  queryFn: async ({ signal }) => {
    const all = await requestAll<KnowledgeBase>(KNOWLEDGE_BASES, signal);
    return all.sort((one, other) => Number(other.is_default) - Number(one.is_default));
  },
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ embedding_switch }) => embedding_switch)
      ? SWITCH_POLL_MS
      : data?.some(({ understanding }) => understanding?.status === 'pending') && UNDERSTANDING_POLL_MS,
});
