import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  EvaluationQuestions as QuestionsSchema,
  Evaluation as RunSchema,
  EvaluationWithOutcomes as WholeSchema,
} from '#server/evaluation/schema.ts';
import { BY_CURSOR, request, requestPage } from '#shared/api/request.ts';

export type Run = z.infer<typeof RunSchema>;
export type WholeRun = z.infer<typeof WholeSchema>;
export type AskedQuestion = z.infer<typeof QuestionsSchema>['questions'][number];

export const EVALUATIONS = '/v1/evaluations';

/** How often a running evaluation is looked at. */
const POLL_MS = 1_000;

/** The runs of a set, newest first; of all sets without one. */
export const runsQuery = (setId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['evaluations', 'list', setId],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Run>(EVALUATIONS, { question_set_id: setId, limit: 50, cursor: pageParam }, signal),
    ...BY_CURSOR,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ status }) => status === 'running')) ? POLL_MS : false,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['evaluations', 'one', id],
    queryFn: ({ signal }) => request<WholeRun>('GET', `${EVALUATIONS}/${id}`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? POLL_MS : false),
  });

/** What was asked, with what was expected. */
export const askedQuery = (id: string) =>
  queryOptions({
    queryKey: ['evaluations', 'questions', id],
    queryFn: async ({ signal }) =>
      (
        await request<z.infer<typeof QuestionsSchema>>(
          'GET',
          `${EVALUATIONS}/${id}/questions`,
          undefined,
          signal,
        )
      ).questions,
    staleTime: Number.POSITIVE_INFINITY,
  });
