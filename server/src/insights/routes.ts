import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { Services } from '#services.ts';
import { findGaps } from './find-gaps.ts';
import { gapKey } from './group-questions.ts';
import { DAY_MS, readOverview, startOfPeriod } from './read-overview.ts';
import { DismissedGap, DismissGap, Gaps, GapsQuery, Overview, OverviewQuery, toGap } from './schema.ts';

/** Statistics and knowledge gaps from a workspace's conversations. */
export const insightRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/overview',
      {
        config: { access: 'unrestricted' },
        schema: {
          summary: 'Get an overview of the workspace',
          querystring: OverviewQuery,
          response: { 200: envelope(Overview) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        return answer(request, await readOverview(store, { days: request.query.days, now: clock.now() }));
      },
    );

    app.get(
      '/gaps',
      {
        config: { access: 'unrestricted' },
        schema: {
          summary: 'List questions without a good answer',
          description:
            'Questions that were answered with the fallback, or with a confidence below 0.5. Questions that ask the same in nearly the same words are one gap. At most the newest 5,000 replies are considered.',
          querystring: GapsQuery,
          response: { 200: envelope(Gaps) },
        },
      },
      async (request) => {
        const { days, agent_id: agentId } = request.query;
        const since = startOfPeriod(days, clock.now());
        const gaps = await findGaps(contextOf(request).store, { since, agentId });
        return answer(request, { total: gaps.length, gaps: gaps.slice(0, LIMITS.gaps).map(toGap) });
      },
    );

    app.post(
      '/gaps/dismiss',
      {
        config: { access: 'unrestricted' },
        schema: {
          summary: 'Dismiss a knowledge gap',
          description:
            'For example because a source answers it now. It comes back if it is asked again and still has no good answer.',
          body: DismissGap,
          response: { 200: envelope(DismissedGap) },
        },
      },
      async (request, reply) => {
        const { question } = request.body;
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          await tx.dismissedGaps.removeBefore(now - (LIMITS.insightDays + 1) * DAY_MS);
          await tx.dismissedGaps.put({ gap_key: gapKey(question), question, dismissed_at: now });
          return { data: { question, dismissed_at: toIso(now) } };
        });
      },
    );
  };
