import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AddedQuestions as AddedSchema,
  QuestionSet as SetSchema,
  QuestionSetWithQuestions as WholeSchema,
} from '#server/evaluation/question-set-schema.ts';
import { request, requestAll } from '#shared/api/request.ts';

export type QuestionSet = z.infer<typeof SetSchema>;
export type WholeSet = z.infer<typeof WholeSchema>;
export type SetQuestion = WholeSet['questions'][number];
export type Added = z.infer<typeof AddedSchema>;

export const QUESTION_SETS = '/v1/question-sets';

/** All question sets, newest first. */
export const questionSetsQuery = queryOptions({
  queryKey: ['question-sets', 'list'],
  queryFn: ({ signal }) => requestAll<QuestionSet>(QUESTION_SETS, signal),
});

export const questionSetQuery = (id: string) =>
  queryOptions({
    queryKey: ['question-sets', 'one', id],
    queryFn: ({ signal }) => request<WholeSet>('GET', `${QUESTION_SETS}/${id}`, undefined, signal),
  });

/** Whether someone has said what is right. */
export const isExpected = ({ relevant, must, unanswerable }: SetQuestion): boolean =>
  unanswerable || relevant.length + must.length > 0;
