import { AppError, notFound } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { newId, type QuestionSetId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { QuestionSetRow } from '#storage/tables.ts';
import { comparable } from '#text/phrases.ts';
import { questionsOf, type SetQuestion } from './question-set-schema.ts';

export type NewQuestion = Omit<SetQuestion, 'id'>;
export type Change = 'added' | 'updated' | 'unchanged';

/** Adds questions to those of a set. One that the set has, in whatever case and punctuation, is updated if something new says what
 *  is right. Returns all of them, and what became of each new one. Throws 422 if they are too many. */
export function mergeQuestions(
  before: readonly SetQuestion[],
  added: readonly NewQuestion[],
): { questions: SetQuestion[]; changes: Change[] } {
  const questions = [...before];
  const places = new Map(questions.map(({ query }, index) => [comparable(query), index]));
  const changes = added.map((question): Change => {
    const key = comparable(question.query);
    const at = places.get(key);
    const known = at === undefined ? undefined : questions[at];
    if (at === undefined || !known) {
      places.set(key, questions.length);
      questions.push({ id: newId('question'), ...question });
      return 'added';
    }
    if (!saysWhatIsRight(question) || expectationOf(known) === expectationOf(question)) return 'unchanged';
    questions[at] = { ...known, ...question, id: known.id };
    return 'updated';
  });
  assertFew(questions);
  return { questions, changes };
}

/** Whether anything says what answers a question. */
export const saysWhatIsRight = ({ relevant, must = [], unanswerable }: NewQuestion): boolean =>
  unanswerable || relevant.length + must.length > 0;

const expectationOf = ({ relevant, must = [], unanswerable }: NewQuestion): string =>
  JSON.stringify([relevant, must, unanswerable]);

function assertFew(questions: readonly SetQuestion[]): void {
  if (questions.length > LIMITS.evaluationQuestions)
    throw new AppError(
      'unprocessable_entity',
      `A question set has at most ${LIMITS.evaluationQuestions.toLocaleString('en')} questions. Delete some, or begin another set.`,
    );
}

/** Changes the questions of a set. Throws 404 if it is gone, and 409 if it changes at the same moment. */
export async function changeQuestions(
  tx: Pick<WorkspaceTransaction, 'questionSets'>,
  questionSetId: QuestionSetId,
  now: number,
  change: (questions: SetQuestion[]) => SetQuestion[],
): Promise<QuestionSetRow> {
  const before = await tx.questionSets.find(questionSetId);
  if (!before) throw notFound('question set', questionSetId);
  const questions = change(questionsOf(before));
  const row = await tx.questionSets.update(before, {
    questions: JSON.stringify(questions),
    question_count: questions.length,
    updated_at: now,
  });
  if (!row) throw changedNow();
  return row;
}

export const changedNow = (): AppError =>
  new AppError('conflict', 'The question set was changed at the same moment. Send the request again.');

export const countsOf = (changes: readonly Change[]): Record<Change, number> => ({
  added: changes.filter((change) => change === 'added').length,
  updated: changes.filter((change) => change === 'updated').length,
  unchanged: changes.filter((change) => change === 'unchanged').length,
});
