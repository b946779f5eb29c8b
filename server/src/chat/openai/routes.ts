import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idempotentAnswer } from '#chat/turn/idempotent-answer.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { sendEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import type { AgentId } from '#lib/ids.ts';
import { isId } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { completionEvents, replayedCompletionEvents, toCompletion, toSeconds } from './completion-events.ts';
import { readTask } from './read-task.ts';
import {
  Completion,
  CompletionBody,
  CompletionChunk,
  CompletionHeaders,
  ModelList,
  readMessages,
} from './schema.ts';

/** Endpoints for OpenAI clients: agents instead of models, and no envelope. */
export const completionRoutes =
  ({
    clock,
    config,
    runTurn,
  }: Pick<Services, 'clock' | 'config'> & { runTurn: RunTurn }): FastifyPluginAsyncZod =>
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
            'For existing OpenAI clients: `model` is the id of an agent. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which Open WebUI, LibreChat, NextChat and Chatbox ask for a title, tags or what to ask next are answered without a search, and are no part of any session.',
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
        const { model, messages, session_id, stream, stream_options, metadata } = request.body;
        const { message, history } = readMessages(messages);
        const agent = await findAgent(context.store, model);
        const sessionId = session_id ?? request.headers['x-session-id'];
        const about = { agentId: agent.agent_id, createdAt: clock.now() };
        const { keep, of } = idempotentAnswer(request, (turn) => toCompletion(turn, about));
        const task = readTask(message, history);
        const turn = runTurn(context, {
          agent,
          message,
          sessionId,
          task,
          ...((sessionId === undefined || task) && { history }),
          metadata: metadata ?? undefined,
          keep,
        });
        if (!stream) return of(await drain(turn));
        const includeUsage = stream_options?.include_usage ?? false;
        const events = completionEvents(turn, { ...about, includeUsage });
        return await sendEvents(request, reply, { events, signal: context.signal, heartbeatMs });
      },
    );

    app.get(
      '/models',
      {
        config: { protocol: 'openai' },
        schema: {
          operationId: 'openai.listModels',
          summary: 'List agents in the OpenAI protocol',
          description: 'All active agents, newest first, on one page.',
          querystring: z.strictObject({}),
          response: { 200: ModelList },
        },
      },
      async (request) => {
        const agents = await allActive(contextOf(request).store);
        const data = agents.map(({ agent_id, name, created_at }) => ({
          id: agent_id,
          object: 'model' as const,
          created: toSeconds(created_at),
          owned_by: 'footnote',
          name,
        }));
        return { object: 'list' as const, data };
      },
    );
  };

/** The agent that a client sends as the model. Throws 404 as for an unknown model. */
async function findAgent({ agents }: WorkspaceStore, id: string): Promise<AgentWithBases> {
  const agent = isId('agt', id) ? await agents.find(id as AgentId) : undefined;
  if (!agent) throw notFound('agent', id);
  return agent;
}

const PAGE = 100;

async function allActive({ agents }: WorkspaceStore): Promise<AgentWithBases[]> {
  const all: AgentWithBases[] = [];
  for (;;) {
    const page = await agents.list({ limit: PAGE, after: all.at(-1)?.agent_id, status: 'active' });
    all.push(...page.slice(0, PAGE));
    if (page.length <= PAGE) return all;
  }
}
