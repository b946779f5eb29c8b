import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { KnowledgeBaseActivity as ActivitySchema } from '#server/knowledge-bases/activity-schema.ts';
import type { KnowledgeBase as KnowledgeBaseSchema } from '#server/knowledge-bases/schema.ts';
import { request, requestAll } from './request.ts';

export type KnowledgeBase = z.infer<typeof KnowledgeBaseSchema>;

export type BaseActivity = z.infer<typeof ActivitySchema>['knowledge_bases'][number];

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

/** What is in the knowledge bases and asked of them, by id. Sources that change have it read again, with the list. */
export const activityQuery = queryOptions({
  queryKey: ['knowledge-bases', 'activity'],
  queryFn: async ({ signal }) => {
    const path = `${KNOWLEDGE_BASES}/activity`;
    const { knowledge_bases } = await request<z.infer<typeof ActivitySchema>>('GET', path, undefined, signal);
    return new Map(knowledge_bases.map((each) => [each.knowledge_base_id, each]));
  },
});
