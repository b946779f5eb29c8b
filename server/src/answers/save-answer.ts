import { AppError, invalidField, notFound } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type AnswerId, type KnowledgeBaseId, newId, type SourceId } from '#lib/ids.ts';
import type { Actor } from '#records/principal.ts';
import type { AnswerWithSources, NewAnswer, WorkspaceTransaction } from '#storage/store.ts';
import { questionKey } from './question-key.ts';
import type { AnswerContent } from './schema.ts';

type AnswerChanges = { [Field in keyof AnswerContent]?: AnswerContent[Field] | undefined };

/** Who writes an answer, and when. */
export type Author = { actor: Actor; now: number };

/** Adds a pinned answer. Throws 409 if the knowledge base has one for the question, and 422 if it has too many. */
export async function addAnswer(
  tx: WorkspaceTransaction,
  knowledgeBaseId: KnowledgeBaseId,
  content: AnswerContent,
  author: Author,
): Promise<AnswerWithSources> {
  await assertSourcesExist(tx, content.source_ids);
  await assertFree(tx, knowledgeBaseId, content.question);
  await assertRoom(tx, knowledgeBaseId, 1);
  const [row] = await tx.answers.insertMany([newAnswer(knowledgeBaseId, content, author)]);
  return row as AnswerWithSources;
}

/** Throws 422 if a knowledge base gets too many answers. */
export async function assertRoom(
  tx: Pick<WorkspaceTransaction, 'answers'>,
  knowledgeBaseId: KnowledgeBaseId,
  added: number,
): Promise<void> {
  if ((await tx.answers.count(knowledgeBaseId)) + added > LIMITS.pinnedAnswers)
    throw new AppError(
      'unprocessable_entity',
      `A knowledge base has at most ${LIMITS.pinnedAnswers.toLocaleString('en')} pinned answers. Delete some that you no longer need.`,
    );
}

export const newAnswer = (
  knowledgeBaseId: KnowledgeBaseId,
  content: AnswerContent,
  author: Author,
): NewAnswer => ({
  answer_id: newId('answer'),
  knowledge_base_id: knowledgeBaseId,
  question: content.question,
  question_key: questionKey(content.question),
  answer: content.answer,
  variants: JSON.stringify(content.variants),
  is_enabled: content.enabled ? 1 : 0,
  source_ids: content.source_ids,
  ...signedBy(author),
  created_at: author.now,
});

/** Makes a new version of an answer. Throws 404 if it is gone, and 409 if another answer has the question. */
export async function changeAnswer(
  tx: WorkspaceTransaction,
  answerId: AnswerId,
  changes: AnswerChanges,
  author: Author,
): Promise<AnswerWithSources> {
  const before = await tx.answers.find(answerId);
  if (!before) throw notFound('pinned answer', answerId);
  await assertSourcesExist(tx, changes.source_ids ?? []);
  if (changes.question !== undefined)
    await assertFree(tx, before.knowledge_base_id, changes.question, answerId);
  const [row] = await tx.answers.updateMany([changedAnswer(answerId, changes, author)]);
  if (!row) throw notFound('pinned answer', answerId);
  return row;
}

export const changedAnswer = (answerId: AnswerId, changes: AnswerChanges, author: Author) => ({
  answer_id: answerId,
  ...columnsOf(changes),
  ...signedBy(author),
});

const signedBy = ({ actor, now }: Author) => ({
  actor_type: actor.type,
  actor_id: actor.id,
  actor_name: actor.name,
  updated_at: now,
});

const columnsOf = ({ question, variants, answer, enabled, source_ids }: AnswerChanges) => ({
  ...(question !== undefined && { question, question_key: questionKey(question) }),
  ...(variants !== undefined && { variants: JSON.stringify(variants) }),
  ...(answer !== undefined && { answer }),
  ...(enabled !== undefined && { is_enabled: enabled ? (1 as const) : (0 as const) }),
  ...(source_ids !== undefined && { source_ids }),
});

async function assertSourcesExist(
  tx: Pick<WorkspaceTransaction, 'sources'>,
  ids: readonly SourceId[],
): Promise<void> {
  const known = new Set((await tx.sources.findMany(ids)).map((row) => row.source_id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw invalidField(`source_ids[${unknown}]`, `no source has the id "${ids[unknown]}"`);
}

async function assertFree(
  tx: WorkspaceTransaction,
  knowledgeBaseId: KnowledgeBaseId,
  question: string,
  except?: AnswerId,
): Promise<void> {
  const [other] = await tx.answers.findByQuestions(knowledgeBaseId, [questionKey(question)]);
  if (!other || other.answer_id === except) return;
  const reason = `already has the pinned answer ${other.answer_id}`;
  throw new AppError('conflict', `question: ${reason}. Change that answer instead.`, {
    details: [
      { field: 'question', reason },
      { field: 'answer_id', reason: other.answer_id },
    ],
  });
}
