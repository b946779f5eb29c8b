import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, numberParameter, requiredText, timestamp } from '#records/fields.ts';
import type { UnsureReply } from '#storage/store.ts';

const daysMessage = `must be a whole number from 1 to ${LIMITS.insightDays}`;
const days = numberParameter(
  z.int(daysMessage).min(1, daysMessage).max(LIMITS.insightDays, daysMessage).default(30),
).meta({ description: 'Days to look back, in UTC, including today.' });

const include = z
  .enum(['tests'])
  .optional()
  .meta({ description: 'Also counts the test chats of the dashboard.' });

export const GapsQuery = z.strictObject({
  days,
  agent_id: id('agt').optional().meta({ description: 'Only questions to this agent.' }),
  include,
});

export const Suggestion = z
  .object({
    source_id: z.string().meta({ description: 'The source of the chunk, prefix `src_`.' }),
    source_name: z.string().meta({ description: 'The name of the source.' }),
    chunk_id: z.string().meta({ description: 'Prefix `chunk_`.' }),
    text: z.string().meta({ description: 'The text of the chunk.' }),
    score: z.number().meta({ description: 'As in `POST /v1/query`, 0.2 or more.' }),
  })
  .meta({ id: 'GapSuggestion', description: 'A passage that comes near to an answer.' });

export const Gap = z
  .object({
    question: z.string().meta({ description: 'As it was last asked.' }),
    other_wordings: z
      .array(z.string())
      .optional()
      .meta({
        description: `Other wordings of the question, the latest first, at most ${LIMITS.variantsOfAnAnswer}. Absent without any.`,
      }),
    count: z.int().meta({ description: 'How often it was asked.' }),
    last_asked_at: timestamp,
    best_confidence: z.number().meta({ description: 'The highest confidence of the replies, 0 to 1.' }),
    agent_ids: z.array(z.string()).meta({ description: 'The agents that were asked.' }),
    example: z
      .object({
        agent_id: z.string().meta({ description: 'Its agent.' }),
        session_id: z.string().meta({ description: 'Its session.' }),
        message_id: z.string().meta({ description: 'The reply, prefix `msg_`.' }),
      })
      .meta({ description: 'The reply to the latest one.' }),
    suggestion: Suggestion.optional().meta({
      description:
        "The chunk of the agent's knowledge bases that comes nearest to an answer. Only for the first 20 gaps, and absent if nothing comes near.",
    }),
  })
  .meta({ id: 'Gap', description: 'A question that the sources do not answer well.' });

export const Gaps = z
  .object({
    total: z.int().meta({ description: 'All gaps, including those not shown.' }),
    gaps: z.array(Gap).meta({ description: `At most ${LIMITS.gaps}, most frequent first.` }),
  })
  .meta({ id: 'Gaps', description: 'Questions that the sources do not answer well.' });

export const DismissGap = z
  .strictObject({
    question: requiredText(LIMITS.messageCharacters).meta({ description: 'The `question` of the gap.' }),
  })
  .meta({ id: 'DismissGap', description: 'A gap that needs no more attention.' });

export const DismissedGap = z
  .object({ question: z.string().meta({ description: 'As it was sent.' }), dismissed_at: timestamp })
  .meta({ id: 'DismissedGap', description: 'A gap that was dismissed.' });

const count = z.int().min(0);

export const OverviewQuery = z.strictObject({ days, include });

export const Overview = z
  .object({
    days: z
      .array(
        z.object({
          day: z.string().meta({ description: 'In UTC, such as 2026-11-22.' }),
          messages: count.meta({ description: 'Messages that agents replied to, small talk aside.' }),
          mean_confidence: z
            .number()
            .optional()
            .meta({ description: '0 to 1; absent on a day without replies.' }),
          fallbacks: count.meta({ description: 'Replies that say there is no answer.' }),
          latency_p50_ms: count
            .optional()
            .meta({ description: 'Half of the replies took no longer; absent without replies.' }),
          latency_p95_ms: count
            .optional()
            .meta({ description: '95% of the replies took no longer; absent without replies.' }),
        }),
      )
      .meta({ description: 'One entry per day, oldest first.' }),
    messages: count.meta({ description: 'Messages that agents replied to, small talk aside.' }),
    mean_confidence: z.number().optional().meta({ description: 'Absent if there are no replies.' }),
    confidence_histogram: z
      .array(count)
      .meta({ description: 'Replies with a confidence of 0 to 0.1, 0.1 to 0.2 and so on, to 1.' }),
    fallback_share: z
      .number()
      .optional()
      .meta({ description: 'The share of replies that say there is no answer.' }),
    ratings: z
      .object({
        up: count.meta({ description: 'Replies rated up.' }),
        down: count.meta({ description: 'Replies rated down.' }),
      })
      .meta({ description: 'How people rated the replies.' }),
    top_sources: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Prefix `src_`.' }),
          name: z.string().meta({ description: 'The name of the source.' }),
          replies: count.meta({ description: 'Replies that rest on it.' }),
        }),
      )
      .meta({ description: 'The sources that most replies rest on.' }),
    gaps: count.meta({
      description: 'Questions without a good answer, as `GET /v1/insights/gaps` counts them.',
    }),
    sources_by_status: z
      .object({
        processing: count.meta({ description: 'Being indexed.' }),
        indexed: count.meta({ description: 'Found by searches.' }),
        failed: count.meta({ description: 'Could not be indexed.' }),
      })
      .meta({ description: 'Sources of all knowledge bases, now.' }),
    jobs: z
      .object({
        waiting: count.meta({ description: 'Jobs that are due and waiting.' }),
        oldest_seconds: z.number().optional().meta({ description: 'How long the oldest has waited.' }),
      })
      .meta({ description: 'Work in the background, of the whole installation.' }),
  })
  .meta({ id: 'Overview', description: 'How the agents of a workspace are doing.' });

/** replies: to one question, latest first. */
export function toGap(
  replies: readonly UnsureReply[],
  suggestion?: z.infer<typeof Suggestion>,
): z.infer<typeof Gap> {
  const [last] = replies;
  if (!last) throw new Error('A group of questions is empty.');
  const { question, agent_id, session_id, message_id } = last;
  const others = [...new Set(replies.map((reply) => reply.question))].filter((other) => other !== question);
  return {
    question,
    ...(others.length > 0 && { other_wordings: others.slice(0, LIMITS.variantsOfAnAnswer) }),
    count: replies.length,
    last_asked_at: toIso(last.created_at),
    best_confidence: Math.max(...replies.map(({ confidence }) => confidence)),
    agent_ids: [...new Set(replies.map((reply) => reply.agent_id))],
    example: { agent_id, session_id, message_id },
    ...(suggestion && { suggestion }),
  };
}
