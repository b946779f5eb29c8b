import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { idempotentAnswer } from '#chat/turn/idempotent-answer.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import { contextOf } from '#http/context.ts';
import { sendEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import type { Services } from '#services.ts';
import { completionEvents, replayedCompletionEvents, toCompletion } from './completion-events.ts';
import { conversationOf } from './conversation-of-request.ts';
import { findAgent } from './find-agent.ts';
import { assertJsonIsPossible, jsonFormatOf } from './json-format.ts';
import { readMessages } from './read-messages.ts';
import { readTask } from './read-task.ts';
import { citationsOf } from './reply-options.ts';
import { Completion, CompletionBody, CompletionChunk, CompletionHeaders } from './schema.ts';

/** Chat completions for OpenAI clients: agents instead of models, and no envelope. */
export const completionRoutes =
  ({
    clock,
    config,
    models,
    runTurn,
  }: Pick<Services, 'clock' | 'config' | 'models'> & { runTurn: RunTurn }): FastifyPluginAsyncZod =>
  async (app) => {
    const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;
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
        const context = contextOf(request);
        const { body, headers } = request;
        const citations = citationsOf(config, request, headers['x-citation-style']);
        const asked = readMessages(body.messages, citations.style);
        const { message, history } = asked;
        const agent = await findAgent(context.store, body.model);
        const task = readTask(asked);
        const format = task ? undefined : jsonFormatOf(body.response_format);
        if (format) assertJsonIsPossible(models, 'response_format.type');
        const options = {
          ...citations,
          agentId: agent.agent_id,
          createdAt: clock.now(),
          wantsJson: format !== undefined,
        };
        const { keep, of } = idempotentAnswer(request, (turn) => toCompletion(turn, options));
        const turn = runTurn(context, {
          agent,
          message,
          task,
          format,
          ...conversationOf({ body, headers, message, history }),
          ...(task && { history }),
          isKept: body.store ?? undefined,
          metadata: body.metadata ?? undefined,
          keep,
        });
        if (!body.stream) return of(await drain(turn));
        const includeUsage = body.stream_options?.include_usage ?? false;
        const events = completionEvents(turn, { ...options, includeUsage });
        return await sendEvents(request, reply, { events, signal: context.signal, heartbeatMs });
      },
    );
  };
