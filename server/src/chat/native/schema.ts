import { z } from 'zod';
import {
  aboutReply,
  CitationSchema,
  SessionId,
  SourceReferenceSchema,
  toCitations,
  toUsage,
} from '#chat/conversations/schema.ts';
import { handoverOfAnswer } from '#chat/handover/schema.ts';
import type { Turn } from '#chat/turn/turn.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { metadata, requiredText } from '#records/fields.ts';
import { MetadataFilterField } from '#records/metadata.ts';
import { AsUser } from '#records/principals.ts';

export const ChatBody = z
  .strictObject({
    message: requiredText(LIMITS.messageCharacters).meta({ description: 'What the person says.' }),
    session_id: SessionId.optional().meta({
      description:
        'Chosen by the client; send the same value to continue a conversation. Created when absent.',
    }),
    stream: z.boolean().optional().meta({
      description:
        'Streams the reply as server-sent events. The header `Accept: text/event-stream` does the same.',
    }),
    format: z.enum(['markdown', 'text']).default('markdown').meta({
      description: 'The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them.',
    }),
    filter: MetadataFilterField.optional().meta({
      description:
        'Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match.',
    }),
    draft: z.boolean().optional().meta({
      description:
        'Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live.',
    }),
    as_user: AsUser,
    metadata: metadata.optional().meta({
      description: 'Stored with the session and shown in the list of sessions. Replaces earlier metadata.',
    }),
  })
  .meta({ id: 'ChatBody', description: 'A message to an agent.' });

export const ChatAnswer = z
  .object({
    reply: z.string().meta({ description: 'In Markdown, or plain text with `format: "text"`.' }),
    sources: z
      .array(SourceReferenceSchema)
      .meta({ description: 'The sources that the reply rests on, best first, one entry per source.' }),
    session_id: z
      .string()
      .meta({ description: 'Send it with the next message to continue the conversation.' }),
    confidence: z
      .number()
      .meta({ description: '0 to 1. Below 0.5 the knowledge base may lack the information.' }),
    ...aboutReply,
    handover: handoverOfAnswer,
    citations: z
      .array(CitationSchema)
      .meta({ description: 'The places that the reply cites, in the order of the reply.' }),
    message_id: z
      .string()
      .meta({ description: 'The message of the reply, prefix `msg_`, for ratings and verdicts.' }),
    draft: z.boolean().optional().meta({ description: 'True if the draft of the agent answered.' }),
    welcome_message: z
      .string()
      .optional()
      .meta({ description: 'In the first turn of a session, if the agent has one.' }),
  })
  .meta({ id: 'ChatAnswer', description: 'What the agent replies.' });

/** The answer of a turn: as a whole, and at the end of a stream. */
export const toChatAnswer = (turn: Turn): z.infer<typeof ChatAnswer> => ({
  reply: turn.text,
  sources: turn.sources,
  session_id: turn.sessionId,
  confidence: turn.confidence,
  kind: turn.kind,
  confidence_reason: turn.confidenceReason,
  ...(turn.isDegraded && { degraded: true }),
  ...(turn.usage && { usage: toUsage(turn.usage) }),
  ...(turn.pinned && { pinned_answer_id: turn.pinned.id }),
  ...(turn.handover && { handover: turn.handover }),
  citations: toCitations(turn.citations),
  message_id: turn.messageId,
  ...(turn.isDraft && { draft: true }),
  ...(turn.welcomeMessage !== undefined && { welcome_message: turn.welcomeMessage }),
});
