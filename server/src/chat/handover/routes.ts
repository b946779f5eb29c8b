import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { Message, toMessage } from '#chat/conversations/schema.ts';
import { assertConversationExists, sessionParams } from '#chat/conversations/session-of-path.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import type { Services } from '#services.ts';
import { answerAsPerson, updateHandover } from './answer-as-person.ts';
import { requestHandover } from './request-handover.ts';
import {
  HandoverOfSession,
  PersonMessage,
  RequestHandover,
  toHandoverOfSession,
  UpdateHandover,
} from './schema.ts';

/** Hands conversations over to people, who answer in place of the agent. */
export const handoverRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = [agentOfPath.load, assertConversationExists];

    app.post(
      '/agents/:id/conversations/:session_id/handover',
      {
        onRequest,
        schema: {
          operationId: 'conversations.requestHandover',
          summary: 'Hand a conversation over to a person',
          description:
            'Emits `conversation.handover` with the transcript. Answers 409 if the agent offers no person, or while an earlier hand-over of the conversation is open or assigned.',
          params: sessionParams,
          body: RequestHandover,
          response: { 201: envelope(HandoverOfSession) },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = agentOfPath.of(request);
        const session = { agentId, sessionId: request.params.session_id };
        return await commit(request, reply, async (tx) => {
          const row = await requestHandover(tx, session, { ...request.body, now: clock.now() });
          return { status: 201, data: toHandoverOfSession(row) };
        });
      },
    );

    app.patch(
      '/agents/:id/conversations/:session_id/handover',
      {
        onRequest,
        schema: {
          operationId: 'conversations.updateHandover',
          summary: 'Assign or resolve a hand-over',
          description:
            'While it is assigned, the agent keeps silent. Answers 409 if someone else has it, unless `take_over` is true.',
          params: sessionParams,
          body: UpdateHandover,
          response: { 200: envelope(HandoverOfSession) },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = agentOfPath.of(request);
        const session = { agentId, sessionId: request.params.session_id };
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          const row = await updateHandover(tx, session, { ...request.body, actor, now: clock.now() });
          return { data: toHandoverOfSession(row) };
        });
      },
    );

    app.post(
      '/agents/:id/conversations/:session_id/messages',
      {
        onRequest,
        schema: {
          operationId: 'conversations.sendMessage',
          summary: 'Answer as a person',
          description:
            'Needs a hand-over, and takes it if it is open. Answers 409 without one, and if someone else has it.',
          params: sessionParams,
          body: PersonMessage,
          response: { 201: envelope(Message) },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = agentOfPath.of(request);
        const session = { agentId, sessionId: request.params.session_id };
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          const row = await answerAsPerson(tx, session, { ...request.body, actor, now: clock.now() });
          return { status: 201, data: toMessage(row, []) };
        });
      },
    );
  };
