import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { envelope } from '#http/envelope.ts';
import type { Services } from '#services.ts';
import { giveVerdict, takeVerdictBack } from './give-verdict.ts';
import { addressOfPath, assertMessageExists, messageParams } from './message-of-path.ts';
import { Message, toMessage, VerdictOfReviewer } from './schema.ts';

const url = '/agents/:id/conversations/:session_id/messages/:message_id/verdict';

/** What reviewers say of replies. */
export const verdictRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.put(
      url,
      {
        onRequest: [agentOfPath.load, assertMessageExists],
        schema: {
          operationId: 'conversations.setVerdict',
          summary: 'Judge a reply',
          description:
            'Each key or person has one verdict on a reply; a new one replaces it. `POST /v1/evaluations` makes questions of judged replies.',
          params: messageParams,
          body: VerdictOfReviewer,
          response: { 200: envelope(Message) },
        },
      },
      async (request, reply) => {
        const address = addressOfPath(request);
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          const row = await giveVerdict(tx, address, request.body, { actor, now: clock.now() });
          const verdicts = await tx.verdicts.ofMessages(address.agentId, address.sessionId, [row.message_id]);
          return { data: toMessage(row, verdicts) };
        });
      },
    );

    app.delete(
      url,
      {
        onRequest: [agentOfPath.load, assertMessageExists],
        schema: {
          operationId: 'conversations.deleteVerdict',
          summary: 'Take back your verdict on a reply',
          description: 'Verdicts of others stay.',
          params: messageParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const address = addressOfPath(request);
        const { store, principal } = contextOf(request);
        const review = { actor: principal.actor, now: clock.now() };
        await store.transaction((tx) => takeVerdictBack(tx, address, review));
        return reply.status(204).send(null);
      },
    );
  };
