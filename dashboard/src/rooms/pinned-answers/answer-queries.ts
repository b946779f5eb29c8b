import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ImportResult as ImportResultSchema,
  PinnedAnswer as PinnedAnswerSchema,
  PinnedAnswerVersion as VersionSchema,
} from '#server/answers/schema.ts';
import { BY_CURSOR, request, requestPage } from '#shared/api/request.ts';
import type { AnswerSearch } from './answer-search.ts';

export type PinnedAnswer = z.infer<typeof PinnedAnswerSchema>;
export type AnswerVersion = z.infer<typeof VersionSchema>;
export type ImportResult = z.infer<typeof ImportResultSchema>;

export const ANSWERS = '/v1/answers';

export const answersQuery = ({ q, base, state }: AnswerSearch) =>
  infiniteQueryOptions({
    queryKey: ['answers', 'list', { q, base, state }],
    queryFn: ({ pageParam, signal }) =>
      requestPage<PinnedAnswer>(
        ANSWERS,
        { q, knowledge_base_id: base, state, limit: 25, cursor: pageParam },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
  });

export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ['answers', 'one', id],
    queryFn: ({ signal }) => request<PinnedAnswer>('GET', `${ANSWERS}/${id}`, undefined, signal),
  });

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['answers', 'versions', id],
    queryFn: ({ pageParam, signal }) =>
      requestPage<AnswerVersion>(`${ANSWERS}/${id}/versions`, { limit: 20, cursor: pageParam }, signal),
    ...BY_CURSOR,
  });
