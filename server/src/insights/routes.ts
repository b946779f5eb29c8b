import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { AgentId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { ChatModel } from '#models/model.ts';
import type { Services } from '#services.ts';
import type { Counted } from '#storage/store.ts';
import { findGaps, type Meaning } from './find-gaps.ts';
import { gapKey } from './group-questions.ts';
import { createQuestionReader } from './question-vectors.ts';
import { readAttention } from './read-attention.ts';
import { DAY_MS } from './read-days.ts';
import { readOverview, startOfPeriod } from './read-overview.ts';
import {
  Attention,
  DismissedGap,
  DismissGap,
  Gaps,
  GapsQuery,
  Overview,
  OverviewQuery,
  SuggestAnswer,
  SuggestedAnswer,
  toGap,
} from './schema.ts';
import { draftAnswer, suggestAnswers } from './suggest-answers.ts';

/** Questions that one request may have the deep model read: about 2 seconds of one core. */
const MOST_READ = 200;

/** Statistics and knowledge gaps from a workspace's conversations. */
export const insightRoutes =
  (
    { clock, models }: Pick<Services, 'clock' | 'models'>,
    /** Whether each model answered its last request. */
    modelStates: () => Readonly<Record<string, string>>,
    /** The language model within the token budgets of a workspace and an agent. */
    modelFor: (workspaceId: WorkspaceId, agentId: AgentId) => ChatModel | undefined,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const reader = createQuestionReader();
    const meaning = (request: FastifyRequest, most: number): Meaning | undefined => {
      const { embedders } = models;
      const model = embedders.deepOf(embedders.indexVersionFor(null), null);
      return model && { model, reader, most, signal: contextOf(request).signal };
    };

    app.get(
      '/overview',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'insights.getOverview',
          summary: 'Get an overview of the workspace',
          description:
            "Without small talk, and without test chats unless `include=tests`: conversations of the channel `dashboard`, as the dashboard's test chat begins them.",
          querystring: OverviewQuery,
          response: { 200: envelope(Overview) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        // The overview is looked at often and must not take long.
        const overview = { ...countedOf(request.query), now: clock.now(), meaning: meaning(request, 0) };
        return answer(request, await readOverview(store, { days: request.query.days, ...overview }));
      },
    );

    app.get(
      '/overview/attention',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'insights.getAttention',
          summary: 'List what needs attention',
          description:
            'As of now, and without test chats. Webhooks, connectors and token budgets are only for admins.',
          response: { 200: envelope(Attention) },
        },
      },
      async (request) => {
        const { store, principal } = contextOf(request);
        const attention = {
          now: clock.now(),
          forAdmins: principal.scope === 'admin',
          actorId: principal.actor.id,
          models: modelStates(),
          meaning: meaning(request, 0),
        };
        return answer(request, await readAttention(store, attention));
      },
    );

    app.get(
      '/gaps',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'insights.listGaps',
          summary: 'List questions without a good answer',
          description:
            'Questions that were answered with the fallback, or with a confidence below 0.5. Questions in nearly the same words are one gap, and with a deep model those about the same thing, in other words and other languages. It reads at most 200 questions for a request and remembers them, so the next request may join more. At most the newest 5,000 replies are considered. Small talk is never a gap, and test chats count only with `include=tests`.',
          querystring: GapsQuery,
          response: { 200: envelope(Gaps) },
        },
      },
      async (request) => {
        const since = startOfPeriod(request.query.days, clock.now());
        const { store } = contextOf(request);
        const gaps = await findGaps(
          store,
          { since, ...countedOf(request.query) },
          meaning(request, MOST_READ),
        );
        const period = { since, days: request.query.days, now: clock.now() };
        const page = gaps.slice(0, LIMITS.gaps);
        const latest = page.flatMap(([reply]) => reply ?? []);
        const suggestions = await suggestAnswers({ models }, store, latest, contextOf(request).signal);
        return answer(request, {
          total: gaps.length,
          has_meaning: meaning(request, 0) !== undefined,
          gaps: page.map((replies, index) => toGap(replies, period, suggestions[index])),
        });
      },
    );

    app.post(
      '/gaps/suggest',
      {
        config: {
          access: 'unrestricted',
          quotes: ({ data }: { data: z.infer<typeof SuggestedAnswer> }) =>
            data.passages.map(({ source_id }) => source_id as SourceId),
        },
        schema: {
          operationId: 'insights.suggestAnswer',
          summary: 'Suggest an answer to a gap',
          description:
            'From the passages of the agent that come nearest. With a language model a draft that cites them, charged to the token budgets; nothing is stored. Pin it with `POST /v1/answers`, or add it as a source, after someone has read it.',
          body: SuggestAnswer,
          response: { 200: envelope(SuggestedAnswer) },
        },
      },
      async (request) => {
        const { store, signal } = contextOf(request);
        const { question, agent_id: agentId } = request.body;
        const agent = await store.agents.find(agentId);
        if (!agent) throw invalidField('agent_id', `no agent has the id "${agentId}"`);
        const model = modelFor(store.workspaceId, agentId);
        return answer(request, await draftAnswer({ models }, store, { question, agentId, model, signal }));
      },
    );

    app.post(
      '/gaps/dismiss',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'insights.dismissGap',
          summary: 'Dismiss a knowledge gap',
          description:
            'With all that is about the same thing. It comes back if it is asked again and still has no good answer; with `returns_after` only if it is asked more often than that.',
          body: DismissGap,
          response: { 200: envelope(DismissedGap) },
        },
      },
      async (request, reply) => {
        const { question, returns_after } = request.body;
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          await tx.dismissedGaps.removeBefore(now - (LIMITS.insightDays + 1) * DAY_MS);
          await tx.dismissedGaps.put({
            gap_key: gapKey(question),
            question,
            dismissed_at: now,
            returns_after,
          });
          return { data: { question, dismissed_at: toIso(now) } };
        });
      },
    );
  };

/** Which conversations a query counts. */
const countedOf = ({
  agent_id,
  channel,
  include,
}: Omit<z.output<typeof OverviewQuery>, 'days'>): Counted => ({
  withTests: include === 'tests',
  agentId: agent_id,
  channel,
});
