import { z } from 'zod';
import type { Turn } from '#chat/turn/run-turn.ts';
import { toIso } from '#lib/clock.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Usage } from '#models/model.ts';
import { metadata, requiredText, text, timestamp } from '#records/fields.ts';
import type { ConversationOfAgent as ConversationOfAgentRow } from '#storage/store.ts';
import type { ConversationRow, MessageRow } from '#storage/tables.ts';

const isSessionId = (value: string): boolean =>
  value.length > 0 && [...value].length <= LIMITS.sessionIdCharacters && /^[^\p{C}]+$/u.test(value);

export const SessionId = z
  .string()
  .refine(isSessionId, `must be 1 to ${LIMITS.sessionIdCharacters} printable characters`)
  .meta({ minLength: 1, maxLength: LIMITS.sessionIdCharacters });

export const ChatBody = z
  .strictObject({
    message: requiredText(LIMITS.messageCharacters),
    session_id: SessionId.optional().meta({
      description:
        'Chosen by the client; the same value across turns keeps the context. Without it, a new session starts.',
    }),
    stream: z.boolean().optional().meta({
      description:
        'Streams the reply as server-sent events. The header `Accept: text/event-stream` does the same.',
    }),
    metadata: metadata.optional().meta({
      description: 'Stored with the session and shown in the list of sessions. A later value replaces it.',
    }),
  })
  .meta({ id: 'ChatBody' });

export const SourceReferenceSchema = z
  .object({ id: z.string(), name: z.string(), snippet: z.string() })
  .meta({ id: 'SourceReference' });

export const CitationSchema = z
  .object({
    source_id: z.string(),
    chunk_id: z.string(),
    start: z
      .int()
      .meta({ description: 'Offset into the extracted text of the source, in UTF-16 code units.' }),
    end: z.int(),
    page: z.int().optional(),
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
  .meta({
    id: 'Usage',
    description: 'The tokens that the language model used; absent if it was not called.',
  });

/** What is said of a reply beside its words, in the answer and in the transcript. */
const aboutReply = {
  confidence_reason: z
    .string()
    .optional()
    .meta({ description: 'An English sentence that explains the confidence.' }),
  degraded: z
    .literal(true)
    .optional()
    .meta({ description: 'The language model could not be reached, and the reply was made without it.' }),
  usage: UsageSchema.optional(),
};

export const ChatAnswer = z
  .object({
    reply: z.string(),
    sources: z
      .array(SourceReferenceSchema)
      .meta({ description: 'The evidence for the reply, best first, one row per source.' }),
    session_id: z.string(),
    confidence: z
      .number()
      .meta({ description: '0 to 1; under 0.5 the knowledge base may lack enough information.' }),
    ...aboutReply,
    citations: z.array(CitationSchema),
    message_id: z.string(),
    welcome_message: z
      .string()
      .optional()
      .meta({ description: 'On the first turn of a session, if the agent has one.' }),
  })
  .meta({ id: 'ChatAnswer' });

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
  last_question: z.string().optional().meta({ description: 'The beginning of the latest question.' }),
  lowest_confidence: z
    .number()
    .optional()
    .meta({ description: 'The mean confidence of the replies; absent if none has one.' }),
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

/** The answer of a turn: as a whole, and at the end of a stream. */
export const toChatAnswer = (turn: Turn): z.infer<typeof ChatAnswer> => ({
  reply: turn.text,
  sources: turn.sources,
  session_id: turn.sessionId,
  confidence: turn.confidence,
  confidence_reason: turn.confidenceReason,
  ...(turn.isDegraded && { degraded: true }),
  ...(turn.usage && { usage: toUsage(turn.usage) }),
  citations: turn.citations,
  message_id: turn.messageId,
  ...(turn.welcomeMessage !== undefined && { welcome_message: turn.welcomeMessage }),
});

const toUsage = ({ model, inputTokens, outputTokens, cost }: Usage): z.infer<typeof UsageSchema> => ({
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
    ...(row.confidence_reason !== null && { confidence_reason: row.confidence_reason }),
    ...(row.is_degraded === 1 && { degraded: true }),
    ...(row.usage !== null && { usage: toUsage(JSON.parse(row.usage) as Usage) }),
    sources: JSON.parse(row.sources) as z.infer<typeof SourceReferenceSchema>[],
    citations: JSON.parse(row.citations) as z.infer<typeof CitationSchema>[],
    ...(row.rating !== null && {
      feedback: { rating: row.rating, ...(row.comment !== null && { comment: row.comment }) },
    }),
  }),
});
