import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answer, envelope } from '#http/envelope.ts';
import type { Services } from '#services.ts';
import { Limits, toLimits } from './schema.ts';

/** The limits in force, for all clients. */
export const limitRoutes =
  ({ config }: Pick<Services, 'config'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/limits',
      {
        schema: {
          operationId: 'limits.get',
          summary: 'Get the limits in force',
          description: 'The largest sizes and the rate limits, as they are configured here.',
          querystring: z.strictObject({}),
          response: { 200: envelope(Limits) },
        },
      },
      async (request) => answer(request, toLimits(config)),
    );
  };
