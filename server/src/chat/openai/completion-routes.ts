import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answerInOpenAi, type OpenAiServices } from './answer-in-openai.ts';
import { completionEvents, replayedCompletionEvents, toCompletion } from './completion-events.ts';
import { conversationOf } from './conversation-of-request.ts';
import { findAgent } from './find-agent.ts';
import { readMessages } from './read-messages.ts';
import { citationsOf } from './reply-options.ts';
import { Completion, CompletionBody, CompletionChunk, CompletionHeaders } from './schema.ts';

/** Chat completions for OpenAI clients: agents instead of models, and no envelope. */
export const completionRoutes =
  (services: OpenAiServices): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/chat/completions',
      {
        config: {
          protocol: 'openai',
          hasManyValues: true,
          rateClass: 'chat',
          quotes: ({ sources }: z.infer<typeof Completion>) => sources.map((source) => source.id),
          replayAsEvents: (request, stored: z.infer<typeof Completion>) => {
            const { stream, stream_options } = request.body as z.infer<typeof CompletionBody>;
            if (!stream) return undefined;
            return replayedCompletionEvents(stored, { includeUsage: stream_options?.include_usage ?? false });
          },
        },
        schema: {
          operationId: 'openai.createChatCompletion',
          summary: 'Chat with an agent in the OpenAI protocol',
          description:
            'For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.',
          headers: CompletionHeaders,
          body: CompletionBody,
          response: {
            200: {
              content: {
                'application/json': { schema: Completion },
                'text/event-stream': { schema: CompletionChunk },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const { body, headers } = request;
        const citations = citationsOf(services.config, request, headers['x-citation-style']);
        const asked = readMessages(body.messages, citations.style);
        const includeUsage = body.stream_options?.include_usage ?? false;
        return await answerInOpenAi(services, request, reply, {
          agent: await findAgent(contextOf(request).store, body.model),
          asked,
          conversation: conversationOf({ body, headers, ...asked }),
          citations,
          body,
          format: { field: 'response_format.type', wanted: body.response_format },
          toAnswer: toCompletion,
          toEvents: (turn, options) => completionEvents(turn, { ...options, includeUsage }),
        });
      },
    );
  };
