import { z } from 'zod';
import { Assignee, Handover, toAssignee, toHandover } from '#chat/handover/schema.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import type { TokenUsage } from '#models/model.ts';
import { ActorOfChange } from '#records/audit.ts';
import { id, must, text, timestamp, VERDICTS } from '#records/fields.ts';
import { LINK_DESCRIPTION } from '#records/link-to-place.ts';
import type { Citation } from '#storage/citation.ts';
import type { ConversationOfAgent as ConversationOfAgentRow, VerdictOnReply } from '#storage/store.ts';
import type { ConversationRow, HandoverRow, MessageRow } from '#storage/tables.ts';

const isSessionId = (value: string): boolean =>
  value.length > 0 && [...value].length <= LIMITS.sessionIdCharacters && /^[^\p{C}]+$/u.test(value);

export const SessionId = z
  .string()
  .refine(isSessionId, `must be 1 to ${LIMITS.sessionIdCharacters} printable characters`)
  .meta({ minLength: 1, maxLength: LIMITS.sessionIdCharacters });

export const SourceReferenceSchema = z
  .object({
    id: z.string().meta({ description: 'Prefix `src_`.' }),
    name: z.string().meta({ description: 'The name of the source.' }),
    snippet: z.string().meta({ description: 'Its passage that fits best.' }),
    url: z.string().optional().meta({ description: 'Of a web page.' }),
    file_name: z.string().optional().meta({ description: 'Of a document.' }),
    page: z.int().optional().meta({ description: 'Of the snippet.' }),
    external_id: z.string().optional().meta({ description: 'Of the source, where it comes from.' }),
    link: z
      .string()
      .optional()
      .meta({ description: `${LINK_DESCRIPTION} Absent in replies that were given before it was kept.` }),
  })
  .meta({ id: 'SourceReference', description: 'A source that a reply rests on.' });

export const CitationSchema = z
  .object({
    number: z
      .int()
      .meta({ description: 'Of the footnote, from 1. Citations of the same place have the same number.' }),
    source_id: z.string().meta({ description: 'The cited source, prefix `src_`.' }),
    chunk_id: z.string().meta({ description: 'The cited chunk, prefix `chunk_`.' }),
    start: z
      .int()
      .meta({ description: 'Offset into the extracted text of the source, in UTF-16 code units.' }),
    end: z.int().meta({ description: 'Where the cited passage ends, exclusive.' }),
    page: z.int().optional().meta({ description: 'The page of a document, from 1.' }),
    heading: z
      .string()
      .optional()
      .meta({ description: 'The headings above the cited passage, joined by ` › `.' }),
    url: z.string().optional().meta({
      description: 'Of a web page, with a text fragment that scrolls to the cited words.',
    }),
    file_name: z.string().optional().meta({ description: 'Of a document.' }),
    external_id: z.string().optional().meta({ description: 'Of the source, where it comes from.' }),
    link: z
      .string()
      .optional()
      .meta({ description: `${LINK_DESCRIPTION} Absent in replies that were given before it was kept.` }),
    snippet: z
      .string()
      .optional()
      .meta({ description: 'The cited passage; absent in replies that were given before it was kept.' }),
    reply_start: z.int().meta({ description: 'Offset into the reply.' }),
    reply_end: z.int().meta({ description: 'Where the reply stops resting on it, exclusive.' }),
  })
  .meta({ id: 'Citation', description: 'A place in a source that a place in a reply rests on.' });

const UsageSchema = z
  .object({
    model: z.string().meta({ description: 'The name of the language model.' }),
    input_tokens: z.int().meta({ description: 'Tokens of the prompts.' }),
    output_tokens: z.int().meta({ description: 'Tokens of what it wrote.' }),
    cost: z
      .number()
      .optional()
      .meta({ description: 'In the currency of the configured prices; absent if none are configured.' }),
  })
  .meta({ id: 'Usage', description: 'What the language model used; absent when it was not asked.' });

/** Fields of a reply in both the answer and the transcript. */
export const aboutReply = {
  kind: z
    .enum(['answer', 'pinned', 'fallback', 'small_talk', 'handover'])
    .meta({ id: 'ReplyKind', description: 'How the reply came about.' })
    .optional()
    .meta({
      description:
        '`answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts.',
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

export const ConversationStateSchema = z.enum(['open', 'resolved']).meta({
  id: 'ConversationState',
  description:
    '`open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do.',
});

const conversationTags = z.array(z.string()).meta({ description: 'Words to filter conversations by.' });

export const Conversation = z
  .object({
    session_id: z.string().meta({ description: 'Identifies the session among those of its agent.' }),
    message_count: z.int().meta({ description: 'Messages of both sides.' }),
    metadata: z
      .record(z.string(), z.string())
      .meta({ description: 'What the client stored with the session.' }),
    started_at: timestamp,
    last_activity_at: timestamp,
    state: ConversationStateSchema,
    assignee: Assignee.optional().meta({ description: 'Who looks after it; absent if no one does.' }),
    tags: conversationTags,
    channel: z.string().optional().meta({
      description:
        '`channel` of its metadata, or else the way in: `api`, `dashboard`, `openai`, `widget` or `mcp`. Absent in some older conversations.',
    }),
    language: z.string().optional().meta({
      description:
        'Of the first question, in ISO 639-1, such as `en`; absent if it cannot be told, as of two words.',
    }),
    version: z.int().meta({
      description: 'Goes up with each change of state, assignee or tags. Send it as `if_version`.',
    }),
    handover: Handover.optional().meta({
      description: 'The latest hand-over to a person; absent without one.',
    }),
  })
  .meta({ id: 'Conversation', description: 'A session with an agent.' });

export const ConversationOfAgent = Conversation.extend({
  agent: z
    .object({
      id: z.string().meta({ description: 'Prefix `agt_`.' }),
      name: z.string().meta({ description: 'What people call it.' }),
    })
    .meta({ description: 'The agent of the session.' }),
  first_question: z.string().optional().meta({
    description: 'The beginning of the first message of the person: the title of the conversation.',
  }),
  last_question: z
    .string()
    .optional()
    .meta({ description: 'The beginning of the last message of the person.' }),
  last_reply: z.string().optional().meta({
    description: 'The beginning of the last message of the agent, or of a person in its place.',
  }),
  lowest_confidence: z
    .number()
    .optional()
    .meta({ description: 'The lowest confidence of the replies; absent without one.' }),
  ratings: z
    .object({
      up: z.int().meta({ description: 'Replies rated up.' }),
      down: z.int().meta({ description: 'Replies rated down.' }),
    })
    .meta({ description: 'How many replies people rated.' }),
}).meta({
  id: 'ConversationOfAgent',
  description: 'A session, with its agent and what people thought of it.',
});

export const Feedback = z
  .strictObject({
    rating: z.enum(['up', 'down']).meta({ description: 'Whether the reply helped.' }),
    comment: text(LIMITS.feedbackCommentCharacters)
      .optional()
      .meta({ description: 'What was good or bad about it, in your words.' }),
  })
  .meta({ id: 'Feedback', description: 'A rating of a reply.' });

const FeedbackOnReply = Feedback.extend({
  author: ActorOfChange.optional().meta({
    description:
      'A visitor has the type `publishable_token` and the name of the token. Absent in ratings older than the field.',
  }),
}).meta({ id: 'FeedbackOnReply', description: 'A rating of a reply, with its author.' });

export const VerdictOfReviewer = z
  .strictObject({
    verdict: z.enum(VERDICTS).meta({ description: 'What you think of the reply.' }),
    note: text(LIMITS.feedbackCommentCharacters)
      .optional()
      .meta({ description: 'What you say about the reply.' }),
    must: must.default([]),
    source_ids: z
      .array(id('src'))
      .max(LIMITS.relevantOfAQuestion, `must name at most ${LIMITS.relevantOfAQuestion} sources`)
      .transform((ids) => [...new Set(ids)])
      .default([])
      .meta({ description: 'The sources that answer the question, whatever the reply cites.' }),
  })
  .meta({ id: 'VerdictOfReviewer', description: 'What a reviewer says of a reply.' });

const VerdictSchema = z
  .object({
    verdict: z.enum(VERDICTS).meta({ description: 'What the reviewer thinks of the reply.' }),
    note: z.string().optional().meta({ description: 'What the reviewer says about the reply.' }),
    must: z.array(z.string()).meta({ description: 'Phrases; a right reply contains at least one.' }),
    source_ids: z.array(z.string()).meta({ description: 'Without sources that were deleted since.' }),
    author: ActorOfChange,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Verdict', description: 'The verdict of a reviewer on a reply.' });

export const Message = z
  .object({
    id: z.string().meta({ description: 'Prefix `msg_`.' }),
    role: z.enum(['welcome', 'user', 'agent', 'person']).meta({
      description: '`person` is someone who answers in place of the agent.',
    }),
    text: z.string().meta({ description: 'In Markdown, without citation marks.' }),
    created_at: timestamp,
    confidence: z.number().optional().meta({ description: '0 to 1; only of replies.' }),
    ...aboutReply,
    sources: z
      .array(SourceReferenceSchema)
      .optional()
      .meta({ description: 'The sources that the reply rests on; only of replies.' }),
    citations: z
      .array(CitationSchema)
      .optional()
      .meta({ description: 'The places that the reply cites; only of replies.' }),
    feedback: FeedbackOnReply.optional().meta({ description: 'The latest rating of the reply.' }),
    verdicts: z.array(VerdictSchema).optional().meta({
      description: 'What reviewers say of the reply, one verdict each, oldest first. Absent without any.',
    }),
    author: z
      .object({
        id: z.string().meta({ description: 'The account or API key.' }),
        name: z.string().optional().meta({ description: 'Absent for an API key that gave none.' }),
      })
      .optional()
      .meta({ description: 'Who wrote the message of a person, with the name that visitors see.' }),
  })
  .meta({ id: 'Message', description: 'A message of a session.' });

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

export const toConversation = (
  row: ConversationRow,
  handover?: HandoverRow,
): z.infer<typeof Conversation> => ({
  session_id: row.session_id,
  message_count: row.message_count,
  metadata: JSON.parse(row.metadata) as Record<string, string>,
  started_at: toIso(row.started_at),
  last_activity_at: toIso(row.last_activity_at),
  state: row.state,
  ...toAssignee(row),
  tags: JSON.parse(row.tags) as string[],
  ...(row.channel !== null && { channel: row.channel }),
  ...(row.language !== null && { language: row.language }),
  version: row.version,
  ...(handover && { handover: toHandover(handover) }),
});

export const toConversationOfAgent = (
  row: ConversationOfAgentRow,
  handover?: HandoverRow,
): z.infer<typeof ConversationOfAgent> => ({
  ...toConversation(row, handover),
  agent: { id: row.agent_id, name: row.agent_name },
  ...(row.first_question !== null && { first_question: row.first_question }),
  ...(row.last_question !== null && { last_question: row.last_question }),
  ...(row.last_reply !== null && { last_reply: row.last_reply }),
  ...(row.lowest_confidence !== null && { lowest_confidence: row.lowest_confidence }),
  ratings: { up: row.ratings_up, down: row.ratings_down },
});

const toFeedback = (row: MessageRow): z.infer<typeof FeedbackOnReply> | undefined =>
  row.rating === null
    ? undefined
    : {
        rating: row.rating,
        ...(row.comment !== null && { comment: row.comment }),
        ...(row.rating_actor_type !== null && {
          author: {
            type: row.rating_actor_type,
            id: row.rating_actor_id,
            name: row.rating_actor_name ?? '',
          },
        }),
      };

const toVerdict = (row: VerdictOnReply): z.infer<typeof VerdictSchema> => ({
  verdict: row.verdict,
  ...(row.note !== null && { note: row.note }),
  must: JSON.parse(row.must) as string[],
  source_ids: row.source_ids,
  author: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
});

/** verdicts: those on messages of the session. */
export const toMessage = (row: MessageRow, verdicts: readonly VerdictOnReply[]): z.infer<typeof Message> => {
  const feedback = toFeedback(row);
  const own = verdicts.filter((verdict) => verdict.message_id === row.message_id);
  return {
    id: row.message_id,
    role: row.role,
    text: row.text,
    created_at: toIso(row.created_at),
    ...(row.author_id !== null && {
      author: { id: row.author_id, ...(row.author_name !== null && { name: row.author_name }) },
    }),
    ...(row.role === 'agent' && {
      confidence: row.confidence ?? 0,
      ...(row.kind !== null && { kind: row.kind }),
      ...(row.confidence_reason !== null && { confidence_reason: row.confidence_reason }),
      ...(row.is_degraded === 1 && { degraded: true }),
      ...(row.usage !== null && { usage: toUsage(JSON.parse(row.usage) as TokenUsage) }),
      ...(row.pinned_answer_id !== null && { pinned_answer_id: row.pinned_answer_id }),
      sources: JSON.parse(row.sources) as z.infer<typeof SourceReferenceSchema>[],
      citations: toCitations(JSON.parse(row.citations) as Citation[]),
      ...(feedback && { feedback }),
      ...(own.length > 0 && { verdicts: own.map(toVerdict) }),
    }),
  };
};
