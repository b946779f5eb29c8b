import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { newId, type QuestionSetId } from '#lib/ids.ts';
import { id, idParams, pageQuery } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { assertSourcesExist } from './assert-sources-exist.ts';
import { questionImport } from './import-questions.ts';
import { setOfPath } from './question-set-path.ts';
import {
  AddedQuestions,
  AddQuestions,
  CreateQuestionSet,
  contradicts,
  QuestionSet,
  QuestionSetWithQuestions,
  questionsOf,
  toQuestionSet,
  UpdateQuestionSet,
  UpdateSetQuestion,
} from './question-set-schema.ts';
import { questionsOfConversations } from './questions-of-conversations.ts';
import type { StandaloneQuestion } from './questions-of-replies.ts';
import {
  type Change,
  changedNow,
  changeQuestions,
  countsOf,
  mergeQuestions,
  type NewQuestion,
} from './set-questions.ts';

const params = idParams('question set', 'qset');
const questionParams = params.extend({
  question_id: id('qst').meta({ description: 'Id of the question. Prefix `qst_`.' }),
});
const base = '/question-sets';
const access = 'unrestricted' as const;

/** Questions that are kept, to ask them of agents again and again. */
export const questionSetRoutes =
  (
    { clock, standaloneQuestion }: Pick<Services, 'clock'> & { standaloneQuestion: StandaloneQuestion },
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(questionImport({ clock }));

    app.post(
      base,
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { access },
        schema: {
          operationId: 'questionSets.create',
          summary: 'Create a question set',
          description: `Questions with what answers them, to evaluate agents with. A workspace has at most ${LIMITS.questionSets} sets.`,
          body: CreateQuestionSet,
          response: { 201: envelope(QuestionSet) },
        },
      },
      async (request, reply) => {
        const { name, questions: sent = [] } = request.body;
        const now = clock.now();
        return await commit(
          request,
          reply,
          async (tx) => {
            await assertRoom(tx);
            await assertSourcesExist(tx, sent, undefined);
            const { questions } = mergeQuestions([], sent);
            const row = await tx.questionSets.insert({
              question_set_id: newId('questionSet'),
              name,
              questions: JSON.stringify(questions),
              question_count: questions.length,
              created_at: now,
              updated_at: now,
            });
            return {
              status: 201,
              location: `/v1${base}/${row.question_set_id}`,
              data: toQuestionSet(row),
            };
          },
          { isLarge: isLarge(JSON.stringify(sent).length) },
        );
      },
    );

    app.get(
      base,
      {
        config: { access },
        schema: {
          operationId: 'questionSets.list',
          summary: 'List question sets',
          description: 'Newest first, without their questions.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(QuestionSet) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        return await listPage(request, cursors, {
          context: ['question-sets'],
          read: (page: Page<QuestionSetId>) => store.questionSets.list(page),
          keyOf: (row) => row.question_set_id,
          show: toQuestionSet,
        });
      },
    );

    app.get(
      `${base}/:id`,
      {
        config: { access, isVersioned: true },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.get',
          summary: 'Get a question set',
          description: 'With its questions.',
          params,
          response: { 200: envelope(QuestionSetWithQuestions) },
        },
      },
      async (request) => {
        const row = setOfPath.of(request);
        return answer(request, { ...toQuestionSet(row), questions: questionsOf(row) });
      },
    );

    app.patch(
      `${base}/:id`,
      {
        config: { access, isVersioned: true },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.update',
          summary: 'Update a question set',
          description: 'Only the fields you send change.',
          params,
          body: UpdateQuestionSet,
          response: { 200: envelope(QuestionSet) },
        },
      },
      async (request, reply) => {
        const { question_set_id } = setOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          const before = await tx.questionSets.find(question_set_id);
          if (!before) throw notFound('question set', question_set_id);
          const { name } = request.body;
          const row = await tx.questionSets.update(before, {
            ...(name !== undefined && { name }),
            updated_at: clock.now(),
          });
          if (!row) throw changedNow();
          return { data: toQuestionSet(row) };
        });
      },
    );

    app.delete(
      `${base}/:id`,
      {
        config: { access },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.delete',
          summary: 'Delete a question set',
          description: 'At once and for good. Its evaluations stay.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { question_set_id } = setOfPath.of(request);
        const wasThere = await contextOf(request).store.transaction((tx) =>
          tx.questionSets.remove(question_set_id),
        );
        if (!wasThere) throw notFound('question set', question_set_id);
        return reply.status(204).send(null);
      },
    );

    app.post(
      `${base}/:id/questions`,
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { access },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.addQuestions',
          summary: 'Add questions to a set',
          description:
            'From the body, or from conversations. A question that the set has already, in whatever case and punctuation, is updated if something says what is right.',
          params,
          body: AddQuestions,
          response: { 200: envelope(AddedQuestions) },
        },
      },
      async (request, reply) => {
        const { store, earlierAnswer } = contextOf(request);
        const { question_set_id } = setOfPath.of(request);
        const { questions: sent = [], conversations } = request.body;
        const made =
          conversations && !earlierAnswer
            ? await questionsOfConversations(store, standaloneQuestion, conversations)
            : { questions: sent, skipped: 0 };
        return await commit(
          request,
          reply,
          async (tx) => {
            if (!conversations) await assertSourcesExist(tx, sent, undefined);
            const changes = await addQuestions(tx, question_set_id, made.questions, clock.now());
            return { data: { ...changes, skipped: made.skipped } };
          },
          { isLarge: isLarge(JSON.stringify(made.questions).length) },
        );
      },
    );

    app.patch(
      `${base}/:id/questions/:question_id`,
      {
        config: { access },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.updateQuestion',
          summary: 'Update a question of a set',
          description: 'Only the fields you send change.',
          params: questionParams,
          body: UpdateSetQuestion,
          response: { 200: envelope(QuestionSet) },
        },
      },
      async (request, reply) => {
        const { question_set_id } = setOfPath.of(request);
        const { question_id } = request.params;
        return await commit(request, reply, async (tx) => {
          if (request.body.relevant)
            await assertSourcesExist(
              tx,
              [{ query: '', relevant: request.body.relevant, unanswerable: false }],
              undefined,
            );
          const row = await changeQuestions(tx, question_set_id, clock.now(), (questions) => {
            const before = questions.find((question) => question.id === question_id);
            if (!before) throw notFound('question', question_id);
            const after = { ...before, ...definedOf(request.body) };
            if (contradicts(after))
              throw new AppError(
                'unprocessable_entity',
                'A question that has no answer names neither sources nor words that answer it.',
                { details: [{ field: 'unanswerable', reason: 'must be false when something answers it' }] },
              );
            return questions.map((question) => (question === before ? after : question));
          });
          return { data: toQuestionSet(row) };
        });
      },
    );

    app.delete(
      `${base}/:id/questions/:question_id`,
      {
        config: { access },
        onRequest: setOfPath.load,
        schema: {
          operationId: 'questionSets.deleteQuestion',
          summary: 'Delete a question of a set',
          description: 'Evaluations that asked it stay.',
          params: questionParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { question_set_id } = setOfPath.of(request);
        const { question_id } = request.params;
        await contextOf(request).store.transaction((tx) =>
          changeQuestions(tx, question_set_id, clock.now(), (questions) => {
            const kept = questions.filter((question) => question.id !== question_id);
            if (kept.length === questions.length) throw notFound('question', question_id);
            return kept;
          }),
        );
        return reply.status(204).send(null);
      },
    );
  };

/** Without the fields that were not sent. */
const definedOf = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };

async function assertRoom(tx: Pick<WorkspaceTransaction, 'questionSets'>): Promise<void> {
  if ((await tx.questionSets.count()) >= LIMITS.questionSets)
    throw new AppError(
      'unprocessable_entity',
      `A workspace has at most ${LIMITS.questionSets} question sets. Delete some that you no longer need.`,
    );
}

async function addQuestions(
  tx: Pick<WorkspaceTransaction, 'questionSets'>,
  questionSetId: QuestionSetId,
  added: readonly NewQuestion[],
  now: number,
): Promise<Record<Change, number>> {
  let changes: Change[] = [];
  await changeQuestions(tx, questionSetId, now, (before) => {
    const merged = mergeQuestions(before, added);
    changes = merged.changes;
    return merged.questions;
  });
  return countsOf(changes);
}
