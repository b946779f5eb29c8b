import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answerInOpenAi, type OpenAiServices } from './answer-in-openai.ts';
import { findAgent } from './find-agent.ts';
import { readInput } from './read-input.ts';
import { citationsOf } from './reply-options.ts';
import { replayedResponseEvents, responseEvents, toResponse } from './response-events.ts';
import { ResponseAnswer, ResponseBody, ResponseHeaders, ResponseStreamEvent } from './response-schema.ts';

/** OpenAI's responses: the protocol that its newer clients speak. */
export const responseRoutes =
  (services: OpenAiServices): FastifyPluginAsyncZod =>
  async (app) => {
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
        const { body, headers } = request;
        const store = contextOf(request).storeFor(body.as_user);
        const citations = citationsOf(services.config, request, headers['x-citation-style']);
        const agent = await findAgent(store, body.model);
        const { style } = citations;
        const { conversation, ...asked } = await readInput(store, agent.agent_id, { body, headers, style });
        const { format } = body.text ?? {};
        return await answerInOpenAi(services, request, reply, {
          agent,
          asked,
          conversation,
          citations,
          body,
          format: {
            field: 'text.format.type',
            wanted: format && { type: format.type, json_schema: format },
          },
          toAnswer: (turn, options) => toResponse(turn, { ...options, body }),
          toEvents: (turn, options) => responseEvents(turn, { ...options, body }),
          errorName: 'error',
        });
      },
    );
  };
