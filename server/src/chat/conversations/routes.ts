import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { handoverFilter } from '#chat/handover/schema.ts';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import type { AgentId, MessageId } from '#lib/ids.ts';
import { recordAudit } from '#records/audit.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { conversationExportRoute } from './export-route.ts';
import { handoversOf } from './handovers-of.ts';
import { conversationFilters, filterOf } from './list-query.ts';
import { addressOfPath, assertMessageExists, messageParams } from './message-of-path.ts';
import { rateReply } from './rate-reply.ts';
import {
  Conversation,
  ConversationOfAgent,
  Feedback,
  Message,
  SessionId,
  toConversation,
  toConversationOfAgent,
  toMessage,
} from './schema.ts';
import { assertSessionCanBe, sessionParams } from './session-of-path.ts';
import { triageRoutes } from './triage-routes.ts';
import { verdictRoutes } from './verdict-routes.ts';

const params = idParams('agent', 'agt');

const ListConversationsQuery = z.strictObject({
  ...pageQuery,
  ...conversationFilters,
  order: z.enum(['desc', 'asc']).default('desc').meta({
    description: '`desc`: most recent activity first. `asc`: least recent activity first.',
  }),
});

/** Reads, rates and deletes conversations, of one agent and of all. */
export const conversationRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(sessionRoutes({ clock }));
    await app.register(verdictRoutes({ clock }));
    await app.register(triageRoutes({ clock }, cursors));
    await app.register(conversationExportRoute({ clock }));

    app.get(
      '/conversations',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'conversations.list',
          summary: 'List conversation sessions of all agents',
          description: 'Most recent activity first, unless `order` is `asc`. All filters must fit.',
          querystring: ListConversationsQuery,
          response: { 200: listEnvelope(ConversationOfAgent) },
        },
      },
      async (request) => {
        const { store, principal } = contextOf(request);
        const { limit, cursor, order, ...filters } = request.query;
        const filter = filterOf(filters, principal);
        const context = [store.workspaceId, 'all conversations', order, filter];
        const after = cursors.read<[number, AgentId, string]>(cursor, context);
        const rows = await store.transcripts.list({ limit, after, order, ...filter });
        const page = cursors.page(rows, limit, context, (row) => [
          row.last_activity_at,
          row.agent_id,
          row.session_id,
        ]);
        const handoverOf = await handoversOf(store, page.rows);
        return answerPage(request, {
          items: page.rows.map((row) => toConversationOfAgent(row, handoverOf(row))),
          nextCursor: page.nextCursor,
        });
      },
    );

    app.get(
      '/agents/:id/conversations',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'conversations.listForAgent',
          summary: "List an agent's conversation sessions",
          description: 'Most recent activity first.',
          params,
          querystring: z.strictObject({
            ...pageQuery,
            session_id: SessionId.optional().meta({ description: 'Only the session with this id.' }),
            handover: handoverFilter,
          }),
          response: { 200: listEnvelope(Conversation) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        const { limit, cursor, session_id: sessionId, handover } = request.query;
        const context = [store.workspaceId, 'conversations', agent_id, sessionId, handover];
        const after = cursors.read<[number, string]>(cursor, context);
        const rows = await store.conversations.list(agent_id, { limit, after, sessionId, handover });
        const page = cursors.page(rows, limit, context, (row) => [row.last_activity_at, row.session_id]);
        const handoverOf = await handoversOf(store, page.rows);
        return answerPage(request, {
          items: page.rows.map((row) => toConversation(row, handoverOf(row))),
          nextCursor: page.nextCursor,
        });
      },
    );

    app.get(
      '/agents/:id/conversations/:session_id/messages',
      {
        onRequest: [agentOfPath.load, assertSessionCanBe],
        schema: {
          operationId: 'conversations.listMessages',
          summary: 'List the messages of a session',
          description: 'Oldest first, beginning with the welcome message if there was one.',
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
        const verdicts = await store.verdicts.ofMessages(
          agent_id,
          session_id,
          page.rows.map((row) => row.message_id),
        );
        return answerPage(request, {
          items: page.rows.map((row) => toMessage(row, verdicts)),
          nextCursor: page.nextCursor,
        });
      },
    );
  };

const sessionRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/agents/:id/conversations/:session_id/messages/:message_id/feedback',
      {
        onRequest: [agentOfPath.load, assertMessageExists],
        config: {
          quotes: ({ data }: { data: z.infer<typeof Message> }) =>
            (data.sources ?? []).map((source) => source.id),
        },
        schema: {
          operationId: 'conversations.rateMessage',
          summary: 'Rate a reply',
          description: 'Replaces an earlier rating.',
          params: messageParams,
          body: Feedback,
          response: { 200: envelope(Message) },
        },
      },
      async (request, reply) => {
        const address = addressOfPath(request);
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          const row = await rateReply(tx, address, { ...request.body, actor, now: clock.now() });
          const verdicts = await tx.verdicts.ofMessages(address.agentId, address.sessionId, [row.message_id]);
          return { data: toMessage(row, verdicts) };
        });
      },
    );

    app.delete(
      '/agents/:id/conversations/:session_id',
      {
        onRequest: [agentOfPath.load, assertSessionCanBe],
        schema: {
          operationId: 'conversations.delete',
          summary: 'Delete a session and its messages',
          description: 'At once and for good. Usage keeps its counts.',
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
            now: clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };
