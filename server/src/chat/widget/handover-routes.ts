import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requestHandover } from '#chat/handover/request-handover.ts';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { id } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { createWidgetGuard } from './guard.ts';
import {
  TokenParams,
  toWidgetNews,
  WidgetHandover,
  WidgetHandoverState,
  WidgetNews,
  WidgetSessionId,
} from './schema.ts';
import { storedSession } from './stored-session.ts';

const config = { access: 'publishable-token' } as const;

/** Messages of people that a widget gets at once. */
const MOST_MESSAGES = 50;

/** Visitors ask for a person, and get what people answer. */
export const widgetHandoverRoutes =
  ({ clock }: Pick<Services, 'clock'>, guard: ReturnType<typeof createWidgetGuard>): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/:token/handover',
      {
        config,
        schema: {
          operationId: 'widget.requestHandover',
          summary: 'Ask for a person in a chat widget',
          description:
            'Counts as a message. Answers 409 while an earlier request of the conversation is open.',
          params: TokenParams,
          body: WidgetHandover,
          response: { 201: envelope(WidgetHandoverState) },
        },
      },
      async (request, reply) => {
        await guard.countMessage(request);
        const { session_id, ...asked } = request.body;
        const token = guard.tokenOf(request);
        const session = { agentId: token.agent_id, sessionId: storedSession(token, session_id) };
        // Its stored name is not for visitors.
        if (!(await contextOf(request).store.conversations.find(session.agentId, session.sessionId)))
          throw notFound('session', session_id);
        return await commit(request, reply, async (tx) => {
          const { status } = await requestHandover(tx, session, { ...asked, now: clock.now() });
          return { status: 201, data: { status } };
        });
      },
    );

    app.get(
      '/:token/messages',
      {
        config,
        schema: {
          operationId: 'widget.listMessages',
          summary: 'Get what people answered in a chat widget',
          description: `At most ${MOST_MESSAGES} messages, oldest first, and the status of the hand-over.`,
          params: TokenParams,
          headers: z.looseObject({ 'x-session-id': WidgetSessionId }),
          querystring: z.strictObject({
            after: id('msg').optional().meta({ description: 'Only messages after this one.' }),
          }),
          response: { 200: envelope(WidgetNews) },
        },
      },
      async (request) => {
        const { agent_id, ...token } = guard.tokenOf(request);
        const session = request.headers['x-session-id'];
        const sessionId = storedSession(token, session);
        const { conversations, handovers } = contextOf(request).store;
        if (!(await conversations.find(agent_id, sessionId))) throw notFound('session', session);
        const [handover, messages] = await Promise.all([
          handovers.find(agent_id, sessionId),
          conversations.messages(agent_id, sessionId, {
            limit: MOST_MESSAGES,
            after: request.query.after,
            role: 'person',
          }),
        ]);
        return answer(request, toWidgetNews(handover, messages.slice(0, MOST_MESSAGES)));
      },
    );
  };
