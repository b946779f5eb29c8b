import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { pageQuery } from '#http/fields.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import type { MessageId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runTurn } from './run-turn.ts';
import {
  ChatAnswer,
  ChatBody,
  Conversation,
  Message,
  SessionId,
  toConversation,
  toMessage,
} from './schema.ts';

const agentOfPath = pathResource({
  noun: 'agent',
  prefix: 'agt',
  find: (store, id) => store.agents.find(id),
});
const params = z.object({ id: z.string() });
const sessionParams = z.object({ id: z.string(), session_id: z.string() });

export const chatRoutes =
  (services: Pick<Services, 'models' | 'clock' | 'log'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const inOrder = oneAtATime();

    app.post(
      '/agents/:id/chat',
      {
        onRequest: agentOfPath.load,
        schema: {
          summary: 'Send a message to an agent',
          params,
          body: ChatBody,
          response: { 200: envelope(ChatAnswer) },
        },
      },
      async (request) => {
        const agent = agentOfPath.of(request);
        if (agent.status === 'inactive') {
          throw new AppError(
            'forbidden',
            'The agent is paused (status inactive); set its status to active to chat with it.',
          );
        }
        const { store, signal } = contextOf(request);
        const { message, session_id: sessionId } = request.body;
        const run = () => runTurn(services, store, { agent, message, sessionId, signal });
        const turn =
          sessionId === undefined ? await run() : await inOrder(`${agent.agent_id} ${sessionId}`, run);
        return answer(request, {
          reply: turn.text,
          sources: turn.sources,
          session_id: turn.sessionId,
          confidence: turn.confidence,
          citations: turn.citations,
          message_id: turn.messageId,
          ...(turn.welcomeMessage !== undefined && { welcome_message: turn.welcomeMessage }),
        });
      },
    );

    app.get(
      '/agents/:id/conversations',
      {
        onRequest: agentOfPath.load,
        schema: {
          summary: "List an agent's conversation sessions",
          description: 'Most recent activity first.',
          params,
          querystring: z.strictObject({ ...pageQuery, session_id: SessionId.optional() }),
          response: { 200: listEnvelope(Conversation) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        const { limit, cursor, session_id: sessionId } = request.query;
        const context = [store.workspaceId, 'conversations', agent_id, sessionId];
        const after = cursors.read<[number, string]>(cursor, context);
        const rows = await store.conversations.list(agent_id, { limit, after, sessionId });
        const page = cursors.page(rows, limit, context, (row) => [row.last_activity_at, row.session_id]);
        return answerPage(request, { items: page.rows.map(toConversation), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/agents/:id/conversations/:session_id/messages',
      {
        onRequest: agentOfPath.load,
        schema: {
          summary: 'List the messages of a session',
          description: 'Oldest first; the welcome message, when there was one, begins it.',
          params: sessionParams,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Message) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        const { session_id } = request.params;
        if (!(await store.conversations.find(agent_id, session_id))) throw notFound('session', session_id);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'messages', agent_id, session_id];
        const rows = await store.conversations.messages(agent_id, session_id, {
          limit,
          after: cursors.read<MessageId>(cursor, context),
        });
        const page = cursors.page(rows, limit, context, (row) => row.message_id);
        return answerPage(request, { items: page.rows.map(toMessage), nextCursor: page.nextCursor });
      },
    );

    app.delete(
      '/agents/:id/conversations/:session_id',
      {
        onRequest: agentOfPath.load,
        schema: {
          summary: 'Delete a session with its messages',
          params: sessionParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const { session_id } = request.params;
        const wasThere = await contextOf(request).store.transaction((tx) =>
          tx.conversations.remove(agent_id, session_id),
        );
        if (!wasThere) throw notFound('session', session_id);
        return reply.status(204).send(null);
      },
    );
  };
