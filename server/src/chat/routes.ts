import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { conversationRoutes } from '#chat/conversations/routes.ts';
import { handoverRoutes } from '#chat/handover/routes.ts';
import { nativeRoutes } from '#chat/native/routes.ts';
import { completionRoutes } from '#chat/openai/completion-routes.ts';
import { embeddingRoutes } from '#chat/openai/embedding-routes.ts';
import { modelRoutes } from '#chat/openai/model-routes.ts';
import { responseRoutes } from '#chat/openai/response-routes.ts';
import { trialRoutes } from '#chat/trials/routes.ts';
import type { RunTrial } from '#chat/trials/run-trial.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import type { Cursors } from '#http/pagination.ts';
import type { Services } from '#services.ts';

/** Chats, their transcripts and hand-overs, for API keys and members. */
export const chatRoutes =
  (
    services: Pick<Services, 'clock' | 'config' | 'models'> & { runTurn: RunTurn; runTrial: RunTrial },
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(nativeRoutes(services));
    await app.register(trialRoutes(services));
    await app.register(completionRoutes(services));
    await app.register(responseRoutes(services));
    await app.register(modelRoutes);
    await app.register(embeddingRoutes(services));
    await app.register(conversationRoutes(services, cursors));
    await app.register(handoverRoutes(services));
  };
