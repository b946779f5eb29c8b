import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';
import type { AnswerId } from '#lib/ids.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import { importRoute } from './import-route.ts';
import { addAnswer, changeAnswer } from './save-answer.ts';
import {
  CreatePinnedAnswer,
  ListAnswersQuery,
  PinnedAnswer,
  PinnedAnswerVersion,
  toPinnedAnswer,
  toVersion,
  UpdatePinnedAnswer,
} from './schema.ts';
import { searchAnswers } from './search-answers.ts';

const params = idParams('pinned answer', 'ans');

const answerOfPath = pathResource({
  noun: 'pinned answer',
  prefix: 'ans',
  find: (store, id) => store.answers.find(id),
  versionOf: (row) => versionOfRow(row),
});

/** Answers that people have written to certain questions; agents say them word for word. */
export const answerRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(importRoute({ clock }));

    app.post(
      '/answers',
      {
        schema: {
          operationId: 'answers.create',
          summary: 'Create a pinned answer',
          description:
            'Agents that use the knowledge base say it when somebody asks the question or one of its variants. Answers 409 if the knowledge base has a pinned answer for the question.',
          body: CreatePinnedAnswer,
          response: { 201: envelope(PinnedAnswer) },
        },
      },
      async (request, reply) => {
        const { knowledge_base_id, ...content } = request.body;
        return await commit(request, reply, async (tx) => {
          const knowledgeBaseId = await resolveKnowledgeBase(tx, knowledge_base_id);
          const { actor } = contextOf(request).principal;
          const row = await addAnswer(tx, knowledgeBaseId, content, { actor, now: clock.now() });
          return { status: 201, location: `/v1/answers/${row.answer_id}`, data: toPinnedAnswer(row) };
        });
      },
    );

    app.get(
      '/answers',
      {
        schema: {
          operationId: 'answers.list',
          summary: 'List pinned answers',
          description: 'Newest first.',
          querystring: ListAnswersQuery,
          response: { 200: listEnvelope(PinnedAnswer) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { knowledge_base_id: knowledgeBaseId, q, state } = request.query;
        return await listPage(request, cursors, {
          context: ['answers', knowledgeBaseId, q, state],
          read: (page: Page<AnswerId>) => searchAnswers(store, { ...page, knowledgeBaseId, q, state }),
          keyOf: (row) => row.answer_id,
          show: toPinnedAnswer,
        });
      },
    );

    app.get(
      '/answers/:id',
      {
        config: { isVersioned: true },
        onRequest: answerOfPath.load,
        schema: {
          operationId: 'answers.get',
          summary: 'Get a pinned answer',
          description: 'With the number of replies that were this answer.',
          params,
          response: { 200: envelope(PinnedAnswer) },
        },
      },
      async (request) => answer(request, toPinnedAnswer(answerOfPath.of(request))),
    );

    app.get(
      '/answers/:id/versions',
      {
        onRequest: answerOfPath.load,
        schema: {
          operationId: 'answers.listVersions',
          summary: 'List the earlier versions of a pinned answer',
          description: 'Newest first; the last 100 are kept.',
          params,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(PinnedAnswerVersion) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { answer_id } = answerOfPath.of(request);
        return await listPage(request, cursors, {
          context: ['answer-versions', answer_id],
          read: (page: Page<number>) => store.answers.versions(answer_id, page),
          keyOf: (row) => row.version,
          show: toVersion,
        });
      },
    );

    app.patch(
      '/answers/:id',
      {
        config: { isVersioned: true },
        onRequest: answerOfPath.load,
        schema: {
          operationId: 'answers.update',
          summary: 'Update a pinned answer',
          description:
            'Only the fields you send change. The version before is kept, and `needs_review` becomes false.',
          params,
          body: UpdatePinnedAnswer,
          response: { 200: envelope(PinnedAnswer) },
        },
      },
      async (request, reply) => {
        const { answer_id } = answerOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          const { actor } = contextOf(request).principal;
          const row = await changeAnswer(tx, answer_id, request.body, { actor, now: clock.now() });
          return { data: toPinnedAnswer(row) };
        });
      },
    );

    app.delete(
      '/answers/:id',
      {
        onRequest: answerOfPath.load,
        schema: {
          operationId: 'answers.delete',
          summary: 'Delete a pinned answer and its versions',
          description: 'At once and for good. Agents answer the question from their sources again.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { answer_id } = answerOfPath.of(request);
        const wasThere = await contextOf(request).store.transaction((tx) => tx.answers.remove(answer_id));
        if (!wasThere) throw notFound('pinned answer', answer_id);
        return reply.status(204).send(null);
      },
    );
  };
