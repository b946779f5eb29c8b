import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { idempotentAnswer } from '#chat/turn/idempotent-answer.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import { contextOf } from '#http/context.ts';
import { sendEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import type { Services } from '#services.ts';
import { findAgent } from './find-agent.ts';
import { assertJsonIsPossible, jsonFormatOf } from './json-format.ts';
import { readInput } from './read-input.ts';
import { readTask } from './read-task.ts';
import { citationsOf } from './reply-options.ts';
import { replayedResponseEvents, responseEvents, toResponse } from './response-events.ts';
import { ResponseAnswer, ResponseBody, ResponseHeaders, ResponseStreamEvent } from './response-schema.ts';

/** OpenAI's responses: the protocol that its newer clients speak. */
export const responseRoutes =
  ({
    clock,
    config,
    models,
    runTurn,
  }: Pick<Services, 'clock' | 'config' | 'models'> & { runTurn: RunTurn }): FastifyPluginAsyncZod =>
  async (app) => {
    const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;
    app.post(
      '/responses',
      {
        config: {
          protocol: 'openai',
          hasManyValues: true,
          rateClass: 'chat',
          quotes: ({ sources }: z.infer<typeof ResponseAnswer>) => sources.map((source) => source.id),
          replayAsEvents: (request, stored: z.infer<typeof ResponseAnswer>) =>
            (request.body as z.infer<typeof ResponseBody>).stream
              ? replayedResponseEvents(stored)
              : undefined,
        },
        schema: {
          operationId: 'openai.createResponse',
          summary: 'Chat with an agent in the protocol of OpenAI responses',
          description:
            'As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.',
          headers: ResponseHeaders,
          body: ResponseBody,
          response: {
            200: {
              content: {
                'application/json': { schema: ResponseAnswer },
                'text/event-stream': { schema: ResponseStreamEvent },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        const { body, headers } = request;
        const citations = citationsOf(config, request, headers['x-citation-style']);
        const agent = await findAgent(context.store, body.model);
        const { conversation, ...asked } = await readInput(context.store, agent.agent_id, {
          body,
          headers,
          style: citations.style,
        });
        const task = readTask(asked);
        const { format } = body.text ?? {};
        const wanted = task || !format ? undefined : jsonFormatOf({ type: format.type, json_schema: format });
        if (wanted) assertJsonIsPossible(models, 'text.format.type');
        const options = {
          ...citations,
          agentId: agent.agent_id,
          createdAt: clock.now(),
          wantsJson: wanted !== undefined,
          body,
        };
        const { keep, of } = idempotentAnswer(request, (turn) => toResponse(turn, options));
        const turn = runTurn(context, {
          agent,
          message: asked.message,
          task,
          format: wanted,
          ...conversation,
          ...(task && { history: asked.history }),
          isKept: body.store ?? undefined,
          metadata: body.metadata ?? undefined,
          keep,
        });
        if (!body.stream) return of(await drain(turn));
        const events = responseEvents(turn, options);
        return await sendEvents(request, reply, {
          events,
          signal: context.signal,
          heartbeatMs,
          errorName: 'error',
        });
      },
    );
  };
