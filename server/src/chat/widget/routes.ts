import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { rateReply } from '#chat/conversations/rate-reply.ts';
import { pieceEvent } from '#chat/native/chat-events.ts';
import { WidgetStreamEvent } from '#chat/native/event-schema.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import { BudgetError } from '#chat/turn/token-budget.ts';
import type { Turn, TurnEvent } from '#chat/turn/turn.ts';
import { turnEvents } from '#chat/turn/turn-events.ts';
import { AppError, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf, type RequestContext } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { type ServerEvent, sendEvents } from '#http/event-stream.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { PublishableTokenRow } from '#storage/tables.ts';
import { createWidgetGuard, type WidgetGuardServices } from './guard.ts';
import { widgetHandoverRoutes } from './handover-routes.ts';
import {
  TokenParams,
  toWidget,
  toWidgetSources,
  Widget,
  WidgetFeedback,
  WidgetMessage,
  WidgetRating,
} from './schema.ts';
import { storedSession } from './stored-session.ts';

type WidgetServices = Pick<Services, 'store' | 'clock' | 'config'> &
  WidgetGuardServices & { runTurn: RunTurn };

/** Tokens in the path are public. */
const config = { access: 'publishable-token' } as const;

/** Endpoints of the chat widget, called from customers' web pages. */
export const widgetRoutes =
  (services: WidgetServices): FastifyPluginAsyncZod =>
  async (app) => {
    const guard = createWidgetGuard(services);
    const heartbeatMs = services.config.STREAM_HEARTBEAT_SECONDS * 1_000;
    app.addHook('onRequest', guard.onRequest);
    for (const url of ['', '/chat', '/feedback', '/handover', '/messages'])
      app.options(`/:token${url}`, { schema: { hide: true, params: TokenParams } }, (_request, reply) =>
        reply.status(204).send(),
      );

    await app.register(widgetHandoverRoutes(services, guard));

    app.get(
      '/:token',
      {
        config,
        schema: {
          operationId: 'widget.get',
          summary: 'Get the settings of a chat widget',
          description:
            'What the widget shows before the first message. Answers 403 if the page is not one of the allowed origins.',
          params: TokenParams,
          response: { 200: envelope(Widget) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const token = guard.tokenOf(request);
        const [agent, logo] = await Promise.all([
          findAgent(store, token),
          store.widgetLogos.hashOf(token.agent_id),
        ]);
        return answer(request, toWidget(agent, { token: token.token, logo }));
      },
    );

    app.get(
      '/:token/logo',
      {
        config: { ...config, isImage: true },
        schema: {
          operationId: 'widget.getLogo',
          summary: 'Get the logo of a chat widget',
          description:
            'For pages of every origin, as images are. Cached for ever: another logo has another `v`.',
          params: TokenParams,
          querystring: z.strictObject({
            v: z.string().max(64).optional().meta({ description: 'The hash of the logo.' }),
          }),
          response: {
            200: { content: { 'image/*': { schema: z.any().meta({ description: 'The image.' }) } } },
          },
        },
      },
      async (request, reply) => {
        const { agent_id, token } = guard.tokenOf(request);
        const logo = await contextOf(request).store.widgetLogos.find(agent_id);
        if (!logo) throw notFound('logo', `of ${token}`);
        return reply
          .headers({
            'content-type': logo.media_type,
            'cache-control': 'public, max-age=31536000, immutable',
            'cross-origin-resource-policy': 'cross-origin',
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
          })
          .send(Buffer.from(logo.bytes));
      },
    );

    app.post(
      '/:token/chat',
      {
        config,
        schema: {
          operationId: 'widget.chat',
          summary: 'Send a message from a chat widget',
          description:
            'Streams the reply as server-sent events, like `POST /v1/agents/{id}/chat`, with only the fields that a visitor may see.',
          params: TokenParams,
          body: WidgetMessage,
          response: { 200: { content: { 'text/event-stream': { schema: WidgetStreamEvent } } } },
        },
      },
      async (request, reply) => {
        const context = contextOf(request);
        await guard.countMessage(request);
        const events = chatEvents(services.runTurn, context, {
          token: guard.tokenOf(request),
          message: request.body.message,
          session: request.body.session_id ?? randomBytes(16).toString('base64url'),
        });
        const { signal } = context;
        return await sendEvents(request, reply, { events, signal, heartbeatMs, errorName: 'error' });
      },
    );

    app.post(
      '/:token/feedback',
      {
        config,
        schema: {
          operationId: 'widget.rateMessage',
          summary: 'Rate a reply in a chat widget',
          description: 'Replaces an earlier rating of the same reply.',
          params: TokenParams,
          body: WidgetFeedback,
          response: { 200: envelope(WidgetRating) },
        },
      },
      async (request, reply) => {
        const { session_id, message_id: messageId, rating, comment } = request.body;
        const token = guard.tokenOf(request);
        const sessionId = storedSession(token, session_id);
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          await rateReply(
            tx,
            { agentId: token.agent_id, sessionId, messageId },
            { rating, comment, actor, now: services.clock.now() },
          );
          return { data: { rating } };
        });
      },
    );
  };

async function findAgent({ agents }: Pick<WorkspaceStore, 'agents'>, { agent_id }: PublishableTokenRow) {
  const agent = await agents.find(agent_id);
  if (!agent) throw notFound('agent', agent_id);
  return agent;
}

type WidgetTurn = { token: PublishableTokenRow; message: string; session: string };

/** The events of a chat, without ids of the workspace. */
async function* chatEvents(
  runTurn: RunTurn,
  context: RequestContext,
  { token, message, session }: WidgetTurn,
): AsyncGenerator<ServerEvent, void> {
  const turn = runTurn(context, {
    agent: await findAgent(context.store, token),
    message,
    sessionId: storedSession(token, session),
    channel: 'widget',
    metadata: { channel: 'widget' },
    tokenId: token.token_id,
    canWithdraw: true,
  });
  try {
    yield* turnEvents(
      turn,
      (event) => [duringTurn(event, session)],
      (ended) => atEnd(ended, session),
    );
  } catch (error) {
    throw error instanceof BudgetError ? forVisitors(error) : error;
  }
}

const duringTurn = (event: TurnEvent, session: string): ServerEvent =>
  event.type === 'meta'
    ? {
        name: 'meta',
        data: {
          session_id: session,
          message_id: event.messageId,
          ...(event.welcomeMessage !== undefined && { welcome_message: event.welcomeMessage }),
        },
      }
    : pieceEvent(event);

function atEnd(turn: Turn, session: string): ServerEvent[] {
  const found = toWidgetSources(turn);
  const { text: reply, confidence, messageId: message_id } = turn;
  return [
    { name: 'sources', data: found },
    {
      name: 'done',
      data: {
        reply,
        confidence,
        session_id: session,
        message_id,
        ...(turn.handover && { handover: turn.handover }),
        ...found,
      },
    },
  ];
}

/** The error without its budget, because visitors are not told which one is used up. */
const forVisitors = (error: BudgetError): AppError =>
  new AppError(
    'rate_limited',
    `This chat can't answer any more questions for now. Try again ${error.period === 'day' ? 'tomorrow' : 'next month'}.`,
    { headers: error.headers, cause: error },
  );
