import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { TokenUsage } from '#models/model.ts';
import { text, timestamp } from '#records/fields.ts';
import type { Citation } from '#storage/citation.ts';
import type { ConversationOfAgent as ConversationOfAgentRow } from '#storage/store.ts';
import type { ConversationRow, MessageRow } from '#storage/tables.ts';

const isSessionId = (value: string): boolean =>
  value.length > 0 && [...value].length <= LIMITS.sessionIdCharacters && /^[^\p{C}]+$/u.test(value);

export const SessionId = z
  .string()
  .refine(isSessionId, `must be 1 to ${LIMITS.sessionIdCharacters} printable characters`)
  .meta({ minLength: 1, maxLength: LIMITS.sessionIdCharacters });

export const SourceReferenceSchema = z
  .object({ id: z.string(), name: z.string(), snippet: z.string() })
  .meta({ id: 'SourceReference' });

export const CitationSchema = z
  .object({
    number: z.int().meta({ description: 'Of the footnote: 1 for the first citation of the reply.' }),
    source_id: z.string(),
    chunk_id: z.string(),
    start: z
      .int()
      .meta({ description: 'Offset into the extracted text of the source, in UTF-16 code units.' }),
    end: z.int(),
    page: z.int().optional(),
    heading: z
      .string()
      .optional()
      .meta({ description: 'The headings above the cited passage, joined by ` › `.' }),
    url: z.string().optional().meta({
      description: 'Of a web page, with a text fragment that scrolls to the cited words.',
    }),
    snippet: z
      .string()
      .optional()
      .meta({ description: 'The cited passage; absent in replies that were given before it was kept.' }),
    reply_start: z.int().meta({ description: 'Offset into the reply.' }),
    reply_end: z.int(),
  })
  .meta({ id: 'Citation' });

const UsageSchema = z
  .object({
    model: z.string(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cost: z
      .number()
      .optional()
      .meta({ description: 'In the currency of the configured prices; absent if none are configured.' }),
  })
  .meta({ id: 'Usage', description: 'What the language model used; absent when it was not asked.' });

/** Fields of a reply in both the answer and the transcript. */
export const aboutReply = {
  kind: z.enum(['answer', 'pinned', 'fallback', 'small_talk']).optional().meta({
    description:
      'An answer from the sources, the message that there is none, or a reply to a greeting or thanks. Absent in older transcripts.',
  }),
  confidence_reason: z
    .string()
    .optional()
    .meta({ description: 'A sentence in English that explains the confidence.' }),
  degraded: z.literal(true).optional().meta({
    description:
      'The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.',
  }),
  usage: UsageSchema.optional(),
  pinned_answer_id: z.string().optional().meta({ description: 'The pinned answer that the reply is.' }),
};

export const Conversation = z
  .object({
    session_id: z.string(),
    message_count: z.int(),
    metadata: z.record(z.string(), z.string()),
    started_at: timestamp,
    last_activity_at: timestamp,
  })
  .meta({ id: 'Conversation' });

export const ConversationOfAgent = Conversation.extend({
  agent: z.object({ id: z.string(), name: z.string() }),
  first_question: z.string().optional().meta({
    description: 'The beginning of the first message of the person: the title of the conversation.',
  }),
  last_question: z
    .string()
    .optional()
    .meta({ description: 'The beginning of the last message of the person.' }),
  lowest_confidence: z
    .number()
    .optional()
    .meta({ description: 'The lowest confidence of the replies; absent without one.' }),
  ratings: z.object({ up: z.int(), down: z.int() }),
}).meta({ id: 'ConversationOfAgent' });

export const Feedback = z
  .strictObject({
    rating: z.enum(['up', 'down']),
    comment: text(LIMITS.feedbackCommentCharacters).optional(),
  })
  .meta({ id: 'Feedback' });

export const Message = z
  .object({
    id: z.string().meta({ description: 'Prefix `msg_`.' }),
    role: z.enum(['welcome', 'user', 'agent']),
    text: z.string(),
    created_at: timestamp,
    confidence: z.number().optional(),
    ...aboutReply,
    sources: z.array(SourceReferenceSchema).optional(),
    citations: z.array(CitationSchema).optional(),
    feedback: Feedback.optional().meta({ description: 'The latest rating of the reply.' }),
  })
  .meta({ id: 'Message' });

/** Older replies have citations without numbers. */
export const toCitations = (citations: readonly Citation[]): z.infer<typeof CitationSchema>[] =>
  citations.map((citation, index) => ({ ...citation, number: citation.number ?? index + 1 }));

export const toUsage = ({
  model,
  inputTokens,
  outputTokens,
  cost,
}: TokenUsage): z.infer<typeof UsageSchema> => ({
  model,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  ...(cost !== undefined && { cost }),
});

export const toConversation = (row: ConversationRow): z.infer<typeof Conversation> => ({
  session_id: row.session_id,
  message_count: row.message_count,
  metadata: JSON.parse(row.metadata) as Record<string, string>,
  started_at: toIso(row.started_at),
  last_activity_at: toIso(row.last_activity_at),
});

export const toConversationOfAgent = (row: ConversationOfAgentRow): z.infer<typeof ConversationOfAgent> => ({
  ...toConversation(row),
  agent: { id: row.agent_id, name: row.agent_name },
  ...(row.first_question !== null && { first_question: row.first_question }),
  ...(row.last_question !== null && { last_question: row.last_question }),
  ...(row.lowest_confidence !== null && { lowest_confidence: row.lowest_confidence }),
  ratings: { up: row.ratings_up, down: row.ratings_down },
});

export const toMessage = (row: MessageRow): z.infer<typeof Message> => ({
  id: row.message_id,
  role: row.role,
  text: row.text,
  created_at: toIso(row.created_at),
  ...(row.role === 'agent' && {
    confidence: row.confidence ?? 0,
    ...(row.kind !== null && { kind: row.kind }),
    ...(row.confidence_reason !== null && { confidence_reason: row.confidence_reason }),
    ...(row.is_degraded === 1 && { degraded: true }),
    ...(row.usage !== null && { usage: toUsage(JSON.parse(row.usage) as TokenUsage) }),
    ...(row.pinned_answer_id !== null && { pinned_answer_id: row.pinned_answer_id }),
    sources: JSON.parse(row.sources) as z.infer<typeof SourceReferenceSchema>[],
    citations: toCitations(JSON.parse(row.citations) as Citation[]),
    ...(row.rating !== null && {
      feedback: { rating: row.rating, ...(row.comment !== null && { comment: row.comment }) },
    }),
  }),
});
