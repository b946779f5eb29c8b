import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import { idempotentAnswer } from '#chat/turn/idempotent-answer.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { sendEvents, wantsEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import { withDraft } from '#records/agent-configuration.ts';
import { idParams } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases } from '#storage/store.ts';
import { chatEvents, replayedChatEvents, type StoredChat } from './chat-events.ts';
import { ChatStreamEvent } from './event-schema.ts';
import { plainTurn, toPlainTurn } from './plain-text.ts';
import { ChatAnswer, ChatBody, toChatAnswer } from './schema.ts';

const params = idParams('agent', 'agt');

/** Footnote's own protocol for a turn. */
export const nativeRoutes =
  ({ config, runTurn }: Pick<Services, 'config'> & { runTurn: RunTurn }): FastifyPluginAsyncZod =>
  async (app) => {
    const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;

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
          operationId: 'agents.chat',
          summary: 'Send a message to an agent',
          description:
            'A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.',
          params,
          body: ChatBody,
          response: {
            200: {
              content: {
                'application/json': { schema: envelope(ChatAnswer) },
                'text/event-stream': { schema: ChatStreamEvent },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const {
          message,
          session_id: sessionId,
          stream,
          filter,
          as_user,
          metadata,
          format,
          draft,
        } = request.body;
        const isPlain = format === 'text';
        const { keep, of } = idempotentAnswer(request, (turn) =>
          answer(request, toChatAnswer(isPlain ? toPlainTurn(turn) : turn)),
        );
        const live = agentOfPath.of(request);
        const agent = draft ? await draftOf(request, live) : live;
        const isDraft = draft && agent !== live ? (true as const) : undefined;
        const asEvents = wantsEvents(request, stream);
        // Offsets of withdrawals are those of the Markdown.
        const canWithdraw = asEvents && !isPlain;
        // Tests are left out of insights by their channel, which metadata would replace.
        const about = draft && metadata ? { ...metadata, channel: 'dashboard' } : metadata;
        const asked = { agent, message, sessionId, filter, metadata: about, isDraft };
        const context = contextOf(request);
        const store = context.storeFor(as_user);
        const channel = draft || context.principal.actor.type === 'account' ? 'dashboard' : 'api';
        const turn = runTurn({ ...context, store }, { ...asked, channel, keep, canWithdraw });
        if (!asEvents) return of(await drain(turn));
        const events = chatEvents(isPlain ? plainTurn(turn) : turn, request.id);
        return await sendEvents(request, reply, {
          events,
          signal: context.signal,
          heartbeatMs,
          errorName: 'error',
        });
      },
    );
  };

/** The agent as its draft makes it. Throws 403 unless the sender may try drafts. */
async function draftOf(request: FastifyRequest, agent: AgentWithBases): Promise<AgentWithBases> {
  const { principal, store } = contextOf(request);
  if (principal.actor.type === 'api_key' && principal.scope !== 'admin')
    throw new AppError(
      'forbidden',
      `draft: true needs a key with scope admin; this key has ${principal.scope}.`,
    );
  return await withDraft(store, agent);
}
