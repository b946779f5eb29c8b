import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import type { EvaluationId } from '#lib/ids.ts';
import { idParams } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { EvaluationSummary } from '#storage/store.ts';
import { createEvaluation, questionsOfEvaluation } from './create-evaluation.ts';
import type { StandaloneQuestion } from './questions-of-replies.ts';
import { reliabilityChart } from './reliability-chart.ts';
import {
  CreateEvaluation,
  Evaluation,
  EvaluationQuestions,
  EvaluationWithOutcomes,
  ListEvaluationsQuery,
  resultsOf,
  toEvaluation,
  toOutcomes,
  toQuestions,
  WaitQuery,
} from './schema.ts';
import { waitUntilEnded } from './wait-until-ended.ts';

const evaluationOfPath = pathResource({
  noun: 'evaluation',
  prefix: 'eval',
  find: (store, id) => store.evaluations.find(id),
});
const params = idParams('evaluation', 'eval');
const base = '/evaluations';

export const evaluationRoutes =
  (
    { clock, standaloneQuestion }: Pick<Services, 'clock'> & { standaloneQuestion: StandaloneQuestion },
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    // A waiting request must not delay the shutdown.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.post(
      base,
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        schema: {
          operationId: 'evaluations.create',
          summary: 'Create an evaluation',
          description:
            'Asks each question in the background, and measures how high the sources that answer it rank, and how well the scores are calibrated. With `agent_id`, the agent is asked too and its replies are judged. The questions are in the body, are those of a question set, or are made of replies that people have judged. Read the results at `GET /v1/evaluations/:id?wait=60`.',
          body: CreateEvaluation,
          response: { 202: envelope(Evaluation) },
        },
      },
      async (request, reply) => {
        const { store, earlierAnswer } = contextOf(request);
        const made = earlierAnswer
          ? undefined
          : await questionsOfEvaluation(store, request.body, standaloneQuestion);
        const questions = made?.questions ?? request.body.questions ?? [];
        return await commit(
          request,
          reply,
          async (tx) => {
            const row = await createEvaluation(tx, request.body, { made, now: clock.now() });
            return {
              status: 202,
              location: `/v1${base}/${row.evaluation_id}`,
              data: toEvaluation(row),
            };
          },
          {
            isLarge: isLarge(JSON.stringify(questions).length),
          },
        );
      },
    );

    app.get(
      base,
      {
        schema: {
          operationId: 'evaluations.list',
          summary: 'List evaluations',
          description: 'Newest first, without the outcome of each question.',
          querystring: ListEvaluationsQuery,
          response: { 200: listEnvelope(Evaluation) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { question_set_id: questionSetId } = request.query;
        return await listPage(request, cursors, {
          context: ['evaluations', questionSetId],
          read: (page: Page<EvaluationId>) => store.evaluations.list({ ...page, questionSetId }),
          keyOf: (row) => row.evaluation_id,
          show: toEvaluation,
        });
      },
    );

    app.get(
      `${base}/:id`,
      {
        onRequest: evaluationOfPath.load,
        schema: {
          operationId: 'evaluations.get',
          summary: 'Get an evaluation',
          description:
            'With the outcome of each question once it has been completed. With `wait`, the answer comes when it ends or the time is up.',
          params,
          querystring: WaitQuery,
          response: { 200: envelope(EvaluationWithOutcomes) },
        },
      },
      async (request) => {
        const { store, signal: gone, holdOpen } = contextOf(request);
        const { evaluation_id } = evaluationOfPath.of(request);
        if (request.query.wait > 0) holdOpen();
        const row = await waitUntilEnded(store, evaluation_id, {
          timeoutMs: request.query.wait * 1_000,
          signal: AbortSignal.any([gone, closing.signal]),
        });
        if (!row) throw notFound('evaluation', evaluation_id);
        const outcomes = await store.evaluations.outcomes(evaluation_id);
        return answer(request, {
          ...toEvaluation(row),
          ...(outcomes && toOutcomes(outcomes)),
        });
      },
    );

    app.get(
      `${base}/:id/questions`,
      {
        onRequest: evaluationOfPath.load,
        schema: {
          operationId: 'evaluations.listQuestions',
          summary: 'Get the questions of an evaluation',
          description: 'In the shape in which `POST /v1/evaluations` takes them, to ask them again.',
          params,
          querystring: z.strictObject({}),
          response: { 200: envelope(EvaluationQuestions) },
        },
      },
      async (request) => {
        const { evaluation_id } = evaluationOfPath.of(request);
        const questions = await contextOf(request).store.evaluations.questions(evaluation_id);
        if (questions === undefined) throw notFound('evaluation', evaluation_id);
        return answer(request, toQuestions(questions));
      },
    );

    app.get(
      `${base}/:id/chart.svg`,
      {
        onRequest: evaluationOfPath.load,
        schema: {
          operationId: 'evaluations.getChart',
          summary: 'Draw a reliability chart',
          description: 'For each search type: the share of results with a score that are relevant.',
          params,
          produces: ['image/svg+xml'],
          response: { 200: { content: { 'image/svg+xml': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const evaluation = evaluationOfPath.of(request);
        return reply.type('image/svg+xml; charset=utf-8').send(chartOf(evaluation));
      },
    );

    app.post(
      `${base}/:id/cancel`,
      {
        onRequest: evaluationOfPath.load,
        schema: {
          operationId: 'evaluations.cancel',
          summary: 'Cancel an evaluation',
          description: 'It has no results then. One that has ended stays as it is.',
          params,
          response: { 200: envelope(Evaluation) },
        },
      },
      async (request, reply) => {
        const { evaluation_id } = evaluationOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          await tx.evaluations.cancel(evaluation_id, clock.now());
          const row = await tx.evaluations.find(evaluation_id);
          if (!row) throw notFound('evaluation', evaluation_id);
          return { data: toEvaluation(row) };
        });
      },
    );

    app.delete(
      `${base}/:id`,
      {
        onRequest: evaluationOfPath.load,
        schema: {
          operationId: 'evaluations.delete',
          summary: 'Delete an evaluation',
          description: 'Immediate and permanent, with its results. A running evaluation ends.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { evaluation_id } = evaluationOfPath.of(request);
        const wasThere = await contextOf(request).store.transaction((tx) =>
          tx.evaluations.remove(evaluation_id),
        );
        if (!wasThere) throw notFound('evaluation', evaluation_id);
        return reply.status(204).send(null);
      },
    );
  };

function chartOf({ evaluation_id, name, status, results }: EvaluationSummary): string {
  if (results === null)
    throw new AppError(
      'not_found',
      `Evaluation ${evaluation_id} has no chart, because it is ${status}: only completed evaluations have one.`,
    );
  return reliabilityChart(name ?? 'How true the scores are', resultsOf(results));
}
