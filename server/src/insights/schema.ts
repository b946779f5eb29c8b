import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, numberParameter, requiredText, timestamp } from '#records/fields.ts';
import type { UnsureReply } from '#storage/store.ts';
import { labelTopic } from './label-topic.ts';

const daysMessage = `must be a whole number from 1 to ${LIMITS.insightDays}`;
const days = numberParameter(
  z.int(daysMessage).min(1, daysMessage).max(LIMITS.insightDays, daysMessage).default(30),
).meta({ description: 'Days to look back, in UTC, including today.' });

const include = z
  .enum(['tests'])
  .optional()
  .meta({ description: 'Also counts the test chats of the dashboard.' });

const chosen = {
  agent_id: id('agt').optional().meta({ description: 'Only conversations with this agent.' }),
  channel: requiredText(LIMITS.metadataValueCharacters)
    .optional()
    .meta({ description: 'Only conversations of this channel, such as `widget`.' }),
  include,
};

export const GapsQuery = z.strictObject({ days, ...chosen });

/** Points of a sparkline. */
const TREND_PARTS = 30;
const MOST_EXAMPLES = 5;

/** The most of `returns_after`. */
const RETURNS_AFTER_MOST = 1_000;

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
    label: z.string().optional().meta({
      description: 'The word that most of its wordings have in common. Absent without several wordings.',
    }),
    count: z.int().meta({ description: 'How often it was asked.' }),
    conversations: z.int().meta({ description: 'In how many conversations, each of one person.' }),
    first_asked_at: timestamp.meta({ description: 'When it was first asked in the period.' }),
    last_asked_at: timestamp,
    trend: z.array(z.int()).meta({
      description: `How often it was asked in each of at most ${TREND_PARTS} equal parts of the period, oldest first.`,
    }),
    course: z.enum(['new', 'growing']).optional().meta({
      description:
        '`new`: first asked in the last 7 days of a longer period. `growing`: asked in its second half more than half as often again as in its first.',
    }),
    best_confidence: z.number().meta({ description: 'The highest confidence of the replies, 0 to 1.' }),
    agent_ids: z.array(z.string()).meta({ description: 'The agents that were asked.' }),
    example: z
      .object({
        agent_id: z.string().meta({ description: 'Its agent.' }),
        session_id: z.string().meta({ description: 'Its session.' }),
        message_id: z.string().meta({ description: 'The reply, prefix `msg_`.' }),
      })
      .meta({ description: 'The reply to the latest one.' }),
    examples: z
      .array(
        z.object({
          question: z.string().meta({ description: 'As it was asked.' }),
          agent_id: z.string().meta({ description: 'Its agent.' }),
          session_id: z.string().meta({ description: 'Its session.' }),
          message_id: z.string().meta({ description: 'The reply, prefix `msg_`.' }),
        }),
      )
      .meta({ description: `Different wordings, the latest first, at most ${MOST_EXAMPLES}.` }),
    suggestion: Suggestion.optional().meta({
      description:
        "The chunk of the agent's knowledge bases that comes nearest to an answer. Only for the first 20 gaps, and absent if nothing comes near.",
    }),
  })
  .meta({ id: 'Gap', description: 'A question that the sources do not answer well.' });

export const Gaps = z
  .object({
    total: z.int().meta({ description: 'All gaps, including those not shown.' }),
    has_meaning: z.boolean().meta({
      description:
        'Whether questions about one thing are joined by meaning and over languages, which takes the deep model.',
    }),
    gaps: z.array(Gap).meta({ description: `At most ${LIMITS.gaps}, most frequent first.` }),
  })
  .meta({ id: 'Gaps', description: 'Questions that the sources do not answer well.' });

export const DismissGap = z
  .strictObject({
    question: requiredText(LIMITS.messageCharacters).meta({ description: 'The `question` of the gap.' }),
    returns_after: z
      .int()
      .min(0)
      .max(RETURNS_AFTER_MOST)
      .default(0)
      .meta({
        description: `It comes back when it was asked more often than this since, 0 to ${RETURNS_AFTER_MOST}. 0 for one that is answered now: then the next question without a good answer brings it back.`,
      }),
  })
  .meta({ id: 'DismissGap', description: 'A gap that needs no more attention.' });

export const DismissedGap = z
  .object({ question: z.string().meta({ description: 'As it was sent.' }), dismissed_at: timestamp })
  .meta({ id: 'DismissedGap', description: 'A gap that was dismissed.' });

const count = z.int().min(0);

export const OverviewQuery = z.strictObject({ days, ...chosen });

const ratings = z.object({
  up: count.meta({ description: 'Replies rated up.' }),
  down: count.meta({ description: 'Replies rated down.' }),
});

const latency = {
  latency_p50_ms: count
    .optional()
    .meta({ description: 'Half of the replies took no longer; absent without replies.' }),
  latency_p95_ms: count
    .optional()
    .meta({ description: '95% of the replies took no longer; absent without replies.' }),
};

/** The numbers of a period. */
const sums = {
  conversations: count.meta({ description: 'Conversations that began.' }),
  messages: count.meta({ description: 'Messages that agents replied to, small talk aside.' }),
  mean_confidence: z.number().optional().meta({ description: 'Absent if there are no replies.' }),
  fallback_share: z
    .number()
    .optional()
    .meta({ description: 'The share of replies that say there is no answer.' }),
  ratings: ratings.meta({ description: 'How people rated the replies.' }),
  ...latency,
};

export const Overview = z
  .object({
    days: z
      .array(
        z.object({
          day: z.string().meta({ description: 'In UTC, such as 2026-11-22.' }),
          conversations: count.meta({ description: 'Conversations that began.' }),
          messages: count.meta({ description: 'Messages that agents replied to, small talk aside.' }),
          mean_confidence: z
            .number()
            .optional()
            .meta({ description: '0 to 1; absent on a day without replies.' }),
          fallbacks: count.meta({ description: 'Replies that say there is no answer.' }),
          ratings: ratings.meta({ description: 'How people rated the replies of the day.' }),
          ...latency,
        }),
      )
      .meta({ description: 'One entry per day, oldest first.' }),
    ...sums,
    confidence_histogram: z
      .array(count)
      .meta({ description: 'Replies with a confidence of 0 to 0.1, 0.1 to 0.2 and so on, to 1.' }),
    previous: z.object(sums).meta({ description: 'As many days before, for comparison.' }),
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
      description: 'Questions without a good answer, as `GET /v1/gaps` counts them.',
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

const ATTENTION_KINDS = [
  'model_unreachable',
  'handovers_waiting',
  'failed_sources',
  'failing_webhook',
  'failing_connector',
  'budget_nearly_used',
  'bad_ratings',
  'new_gaps',
] as const;

export const Attention = z
  .object({
    items: z
      .array(
        z.object({
          kind: z.enum(ATTENTION_KINDS).meta({
            description:
              '`model_unreachable`: a model failed its last request. `handovers_waiting`: people wait for a person. `failed_sources`: sources could not be indexed. `failing_webhook`, `failing_connector`: its last attempts failed. `budget_nearly_used`: 80% or more of a token budget. `bad_ratings`: open conversations with a reply of the last 7 days rated down. `new_gaps`: questions without a good answer, first asked in the last 7 days.',
          }),
          count: count.optional().meta({ description: 'How many there are.' }),
          id: z
            .string()
            .optional()
            .meta({ description: 'The webhook, the connector, or what has the budget.' }),
          name: z.string().optional().meta({
            description:
              'What people call it: the URL of a webhook, the name of a connector or of what has the budget, or the model.',
          }),
          share: z.number().optional().meta({ description: 'Of the budget, 0 to 1 or more.' }),
        }),
      )
      .meta({ description: 'The most urgent first; empty if all is well.' }),
  })
  .meta({ id: 'Attention', description: 'What needs someone to look at it.' });

const DAY_MS = 86_400_000;
const NEW_DAYS = 7;

/** replies: to questions about one thing, latest first. since and days: the period. */
export function toGap(
  replies: readonly UnsureReply[],
  { since, days, now }: { since: number; days: number; now: number },
  suggestion?: z.infer<typeof Suggestion>,
): z.infer<typeof Gap> {
  const [last] = replies;
  const first = replies.at(-1);
  if (!last || !first) throw new Error('A group of questions is empty.');
  const { question, agent_id, session_id, message_id } = last;
  const wordings = new Map<string, UnsureReply>();
  for (const reply of replies) if (!wordings.has(reply.question)) wordings.set(reply.question, reply);
  const others = [...wordings.keys()].filter((other) => other !== question);
  const label = labelTopic([...wordings.keys()].slice(0, LABELLED_WORDINGS));
  const trend = trendOf(replies, { since, days });
  const course = courseOf(replies, { since, days, now });
  return {
    question,
    ...(label !== undefined && { label }),
    ...(others.length > 0 && { other_wordings: others.slice(0, LIMITS.variantsOfAnAnswer) }),
    count: replies.length,
    conversations: new Set(replies.map((reply) => `${reply.agent_id} ${reply.session_id}`)).size,
    first_asked_at: toIso(first.created_at),
    last_asked_at: toIso(last.created_at),
    trend,
    ...(course && { course }),
    best_confidence: Math.max(...replies.map(({ confidence }) => confidence)),
    agent_ids: [...new Set(replies.map((reply) => reply.agent_id))],
    example: { agent_id, session_id, message_id },
    examples: [...wordings.values()].slice(0, MOST_EXAMPLES).map((reply) => ({
      question: reply.question,
      agent_id: reply.agent_id,
      session_id: reply.session_id,
      message_id: reply.message_id,
    })),
    ...(suggestion && { suggestion }),
  };
}

/** A topic of very many wordings is named by the latest. */
const LABELLED_WORDINGS = 50;

function trendOf(
  replies: readonly UnsureReply[],
  { since, days }: { since: number; days: number },
): number[] {
  const parts = Math.min(days, TREND_PARTS);
  const trend = new Array<number>(parts).fill(0);
  for (const { created_at } of replies) {
    const part = Math.min(parts - 1, Math.floor((parts * (created_at - since)) / (days * DAY_MS)));
    trend[part] = (trend[part] ?? 0) + 1;
  }
  return trend;
}

function courseOf(
  replies: readonly UnsureReply[],
  { since, days, now }: { since: number; days: number; now: number },
): 'new' | 'growing' | undefined {
  const first = replies.at(-1)?.created_at ?? since;
  if (days > NEW_DAYS && first >= now - NEW_DAYS * DAY_MS) return 'new';
  const middle = since + (days * DAY_MS) / 2;
  const late = replies.filter(({ created_at }) => created_at >= middle).length;
  return late >= 3 && late > 1.5 * (replies.length - late) ? 'growing' : undefined;
}

export const SuggestAnswer = z
  .strictObject({
    question: requiredText(LIMITS.messageCharacters).meta({ description: 'The `question` of the gap.' }),
    agent_id: id('agt').meta({ description: 'The agent whose knowledge bases are read.' }),
  })
  .meta({ id: 'SuggestAnswer', description: 'A question that needs an answer.' });

export const SuggestedAnswer = z
  .object({
    text: z.string().optional().meta({
      description:
        'A draft by the language model, with the numbers of its passages in brackets, such as `[1]`. Absent without a language model, and if the passages do not answer.',
    }),
    model: z.string().optional().meta({ description: 'The language model that wrote it.' }),
    passages: z
      .array(Suggestion)
      .meta({ description: 'The passages that come nearest to an answer, at most 5. The first is `[1]`.' }),
  })
  .meta({ id: 'SuggestedAnswer', description: 'A suggestion: someone has to read it before it is used.' });
