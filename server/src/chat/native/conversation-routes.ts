import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answerPage, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import type { AgentId } from '#lib/ids.ts';
import { id, numberParameter, pageQuery } from '#records/fields.ts';
import { ConversationOfAgent, SessionId, toConversationOfAgent } from './schema.ts';

const confidenceMessage = 'must be a number from 0 to 1';

const ListConversationsQuery = z.strictObject({
  ...pageQuery,
  agent_id: id('agt').optional(),
  session_id: SessionId.optional(),
  rating: z
    .enum(['up', 'down'])
    .optional()
    .meta({ description: 'Only conversations with a reply of this rating.' }),
  max_confidence: numberParameter(
    z.number(confidenceMessage).min(0, confidenceMessage).max(1, confidenceMessage).optional(),
  ).meta({ description: 'Only conversations with a reply of at most this confidence.' }),
});

/** Conversations of all agents. */
export const conversationRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/conversations',
      {
        config: { access: 'unrestricted' },
        schema: {
          summary: 'List all conversation sessions',
          description: 'Most recently active first.',
          querystring: ListConversationsQuery,
          response: { 200: listEnvelope(ConversationOfAgent) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor, agent_id: agentId, session_id: sessionId, rating } = request.query;
        const maxConfidence = request.query.max_confidence;
        const filter = { agentId, sessionId, rating, maxConfidence };
        const context = [store.workspaceId, 'all conversations', filter];
        const after = cursors.read<[number, AgentId, string]>(cursor, context);
        const rows = await store.transcripts.list({ limit, after, ...filter });
        const page = cursors.page(rows, limit, context, (row) => [
          row.last_activity_at,
          row.agent_id,
          row.session_id,
        ]);
        return answerPage(request, {
          items: page.rows.map(toConversationOfAgent),
          nextCursor: page.nextCursor,
        });
      },
    );
  };
