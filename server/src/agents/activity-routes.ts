import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import type { Services } from '#services.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

const AgentActivity = z
  .object({
    days: z.int().meta({ description: 'The days that are counted.' }),
    agents: z
      .array(
        z.object({
          agent_id: z.string().meta({ description: 'The agent.' }),
          messages: z.int().meta({ description: 'Replies that it gave.' }),
          confidence: z.number().meta({ description: 'Their mean confidence, 0 to 1.' }),
          unsure: z.int().meta({ description: 'Replies below a confidence of 0.5, and fallbacks.' }),
        }),
      )
      .meta({ description: 'Agents that replied, in no order.' }),
  })
  .meta({ id: 'AgentActivity', description: 'What the agents answered lately.' });

/** Numbers beside the agents of a list. */
export const activityRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/agents/activity',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'agents.activity',
          summary: 'Get what the agents answered lately',
          description: `Of the last ${DAYS} days. Test chats, small talk and what is said about a hand-over are left out.`,
          response: { 200: envelope(AgentActivity) },
        },
      },
      async (request) => {
        const agents = await contextOf(request).store.agentActivity.since(clock.now() - DAYS * DAY_MS);
        return answer(request, { days: DAYS, agents });
      },
    );
  };
