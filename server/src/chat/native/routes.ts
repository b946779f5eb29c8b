import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { completionRoutes } from '#chat/openai/completion-routes.ts';
import { countTurn } from '#chat/turn/count-turn.ts';
import type { LimitRunningChats } from '#chat/turn/limit-running-chats.ts';
import { createConverse } from '#chat/turn/queue-turns.ts';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { sendEvents, wantsEvents } from '#http/event-stream.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { drain } from '#lib/async/drain.ts';
import type { MessageId } from '#lib/ids.ts';
import { recordAudit } from '#records/audit.ts';
import { isId, pageQuery } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { answerOfTurn } from './idempotent-turn.ts';
import { rateReply } from './rate-reply.ts';
import {
  ChatAnswer,
  ChatBody,
  Conversation,
  Feedback,
  Message,
  SessionId,
  toChatAnswer,
  toConversation,
  toMessage,
} from './schema.ts';
import { chatEvents, replayedChatEvents, type StoredChat } from './turn-events.ts';

const agentOfPath = pathResource({
  noun: 'agent',
  prefix: 'agt',
  find: (store, id) => store.agents.find(id),
});
const params = z.object({ id: z.string() });
const sessionParams = z.object({ id: z.string(), session_id: z.string() });
const messageParams = sessionParams.extend({ message_id: z.string() });

/** Whether there can be a session of this id; the database is asked for no other, for it does not take every text. */
const canBeSession = (id: string): boolean => SessionId.safeParse(id).success;

async function assertSessionCanBe(request: FastifyRequest): Promise<void> {
  const { session_id } = request.params as z.infer<typeof sessionParams>;
  if (!canBeSession(session_id)) throw notFound('session', session_id);
}

/** Before the body is looked at. */
async function assertMessageExists(request: FastifyRequest): Promise<void> {
  const { agent_id } = agentOfPath.of(request);
  const { session_id, message_id } = request.params as z.infer<typeof messageParams>;
  const { conversations } = contextOf(request).store;
  const row =
    canBeSession(session_id) && isId('msg', message_id)
      ? await conversations.message(agent_id, session_id, message_id as MessageId)
      : undefined;
  if (!row) throw notFound('message', message_id);
}

export const chatRoutes =
  (
    services: Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'> & {
      limited: LimitRunningChats;
    },
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const converse = createConverse(services);
    const heartbeatMs = services.config.STREAM_HEARTBEAT_SECONDS * 1_000;
    await app.register(conversationRoutes(cursors));
    const { limited } = services;
    await app.register(completionRoutes({ ...services, converse, heartbeatMs }));

    app.post(
      '/agents/:id/chat',
      {
        onRequest: agentOfPath.load,
        config: {
          rateClass: 'chat',
          quotes: ({ data }: StoredChat) => data.sources.map((source) => source.id),
          replayAsEvents: (request, stored: StoredChat) =>
            wantsEvents(request, (request.body as z.infer<typeof ChatBody>).stream)
              ? replayedChatEvents(stored)
              : undefined,
        },
        schema: {
          summary: 'Send a message to an agent',
          description:
            'A stream has the events `meta`, `delta` for each piece of the reply, `sources`, and `done` with the whole answer, or `error`.',
          params,
          body: ChatBody,
          response: {
            200: {
              content: {
                'application/json': { schema: envelope(ChatAnswer) },
                'text/event-stream': { schema: z.string() },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const { store, signal, count } = contextOf(request);
        const { message, session_id: sessionId, stream, metadata } = request.body;
        const agent = agentOfPath.of(request);
        const { keep, of } = answerOfTurn(request, (turn) => answer(request, toChatAnswer(turn)));
        const asked = { agent, message, sessionId, metadata, signal, keep };
        const turn = limited(request, countTurn(count, converse(store, asked)));
        if (!wantsEvents(request, stream)) return of(await drain(turn));
        const events = chatEvents(turn, request.id);
        return await sendEvents(request, reply, { events, signal, heartbeatMs, errorName: 'error' });
      },
    );

    app.get(
      '/agents/:id/conversations',
      {
        onRequest: agentOfPath.load,
        schema: {
          summary: "List an agent's conversation sessions",
          description: 'Most recently active first.',
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
        onRequest: [agentOfPath.load, assertSessionCanBe],
        schema: {
          summary: 'List the messages of a session',
          description: 'Oldest first, starting with the welcome message if there was one.',
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

    app.post(
      '/agents/:id/conversations/:session_id/messages/:message_id/feedback',
      {
        onRequest: [agentOfPath.load, assertMessageExists],
        config: {
          quotes: ({ data }: { data: z.infer<typeof Message> }) =>
            (data.sources ?? []).map((source) => source.id),
        },
        schema: {
          summary: 'Rate a reply',
          description: 'Replaces the previous rating.',
          params: messageParams,
          body: Feedback,
          response: { 200: envelope(Message) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const { session_id } = request.params;
        const message_id = request.params.message_id as MessageId;
        const rated = { agentId: agent_id, sessionId: session_id, messageId: message_id };
        return await commit(request, reply, async (tx) => ({
          data: toMessage(await rateReply(tx, rated, { ...request.body, now: services.clock.now() })),
        }));
      },
    );

    app.delete(
      '/agents/:id/conversations/:session_id',
      {
        onRequest: [agentOfPath.load, assertSessionCanBe],
        schema: {
          summary: 'Delete a session and its messages',
          params: sessionParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const { session_id } = request.params;
        const { store, principal } = contextOf(request);
        await store.transaction(async (tx) => {
          if (!(await tx.conversations.remove(agent_id, session_id))) throw notFound('session', session_id);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'conversation.deleted',
            subjectId: `${agent_id}/${session_id}`,
            now: services.clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };
