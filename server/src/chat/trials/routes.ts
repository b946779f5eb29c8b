import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { invalidField } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { type ServerEvent, sendEvents, wantsEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import { defined } from '#lib/defined.ts';
import type { ChatModel, Models } from '#models/model.ts';
import { idParams } from '#records/fields.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import { TrialStreamEvent } from './event-schema.ts';
import type { RunTrial, TrialEvent, Tried } from './run-trial.ts';
import { NO_MODEL, Trial, TrialBody, TrialModels, toTrial, toTrialStep } from './schema.ts';

const params = idParams('agent', 'agt');

/** Replies with settings that are not saved, to compare them. */
export const trialRoutes =
  ({
    config,
    models,
    runTrial,
  }: Pick<Services, 'config' | 'models'> & { runTrial: RunTrial }): FastifyPluginAsyncZod =>
  async (app) => {
    const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;

    app.get(
      '/agents/:id/trials',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'trials.getModels',
          summary: 'Get the models for trials of an agent',
          description: 'An administrator of the service sets them up.',
          params,
          querystring: z.strictObject({}),
          response: { 200: envelope(TrialModels) },
        },
      },
      async (request) =>
        answer(request, { models: [...new Set(modelsOfTrials(models).map(({ name }) => name))] }),
    );

    app.post(
      '/agents/:id/trials',
      {
        onRequest: agentOfPath.load,
        config: {
          rateClass: 'chat',
          quotes: ({ data }: { data: z.infer<typeof Trial> }) => [
            ...new Set([...data.passages, ...data.citations].map(({ source_id }) => source_id)),
          ],
        },
        schema: {
          operationId: 'trials.create',
          summary: 'Ask an agent with other settings',
          description:
            'Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.',
          params,
          body: TrialBody,
          response: {
            200: {
              content: {
                'application/json': { schema: envelope(Trial) },
                'text/event-stream': { schema: TrialStreamEvent },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const { message, settings = {}, model, history = [], filter, as_user, stream } = request.body;
        const context = contextOf(request);
        const store = context.storeFor(as_user);
        if (settings.knowledge_base_ids) await assertKnowledgeBasesExist(store, settings.knowledge_base_ids);
        const agent = { ...agentOfPath.of(request), ...defined(settings) };
        const asEvents = wantsEvents(request, stream);
        const trial = runTrial(
          { ...context, store },
          { agent, message, history, filter, model: modelOf(models, model), canWithdraw: asEvents },
        );
        if (!asEvents) return answer(request, toTrial(await drain(trial)));
        return await sendEvents(request, reply, {
          events: trialEvents(trial, request.id),
          signal: context.signal,
          heartbeatMs,
          errorName: 'error',
        });
      },
    );
  };

const modelsOfTrials = ({ chatModel, chatModels = [] }: Models): readonly ChatModel[] =>
  chatModel ? [...(chatModels.length > 0 ? chatModels : [chatModel])] : [];

/** Throws 422 if no model has the name. */
function modelOf(models: Models, name: string | undefined): ChatModel | null | undefined {
  if (name === undefined) return undefined;
  if (name === NO_MODEL) return null;
  const known = modelsOfTrials(models);
  const found = known.find((model) => model.name === name);
  if (found) return found;
  const names = [...known.map((model) => model.name), NO_MODEL].map((each) => `"${each}"`);
  throw invalidField('model', `must be ${names.join(' or ')}: these are set up`);
}

async function* trialEvents(
  trial: AsyncGenerator<TrialEvent, Tried>,
  requestId: string,
): AsyncGenerator<ServerEvent, void> {
  try {
    yield { name: 'meta', data: { request_id: requestId } };
    for (;;) {
      const { done, value } = await trial.next();
      if (done) return yield { name: 'done', data: toTrial(value) };
      yield eventOf(value);
    }
  } finally {
    // If the reader disconnects early, the trial ends.
    await trial.return(undefined as never);
  }
}

function eventOf(event: TrialEvent): ServerEvent {
  if (event.type === 'step') return { name: 'step', data: toTrialStep(event.step) };
  if (event.type === 'delta') return { name: 'delta', data: { text: event.text } };
  const { type: name, ...data } = event;
  return { name, data };
}
