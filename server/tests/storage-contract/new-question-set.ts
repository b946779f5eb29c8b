import { newId, type QuestionSetId } from '#lib/ids.ts';

/** A question set without questions. */
export const newQuestionSet = (questionSetId: QuestionSetId = newId('questionSet')) => ({
  question_set_id: questionSetId,
  name: 'acorn',
  questions: '[]',
  question_count: 0,
  created_at: 1,
  updated_at: 1,
});

/** The columns of evaluations that the contract leaves empty. */
export type LaterColumn =
  | 'agent_id'
  | 'agent_settings'
  | 'merged'
  | 'question_set_id'
  | 'reply_results'
  | 'skipped';
