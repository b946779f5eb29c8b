import { z } from 'zod';
import {
  aboutReply,
  CitationSchema,
  SessionId,
  SourceReferenceSchema,
  toUsage,
} from '#chat/conversations/schema.ts';
import type { Turn } from '#chat/turn/turn.ts';
import { LIMITS } from '#lib/limits.ts';
import { metadata, requiredText } from '#records/fields.ts';

export const ChatBody = z
  .strictObject({
    message: requiredText(LIMITS.messageCharacters),
    session_id: SessionId.optional().meta({
      description:
        'Chosen by the client; the same value across turns keeps the context. A new one is made when absent.',
    }),
    stream: z.boolean().optional().meta({
      description:
        'Answers with server-sent events while the reply is made; so does the header `Accept: text/event-stream`.',
    }),
    metadata: metadata.optional().meta({
      description: 'Kept with the session and shown in the list of sessions; a later one replaces it.',
    }),
  })
  .meta({ id: 'ChatBody' });

export const ChatAnswer = z
  .object({
    reply: z.string(),
    sources: z
      .array(SourceReferenceSchema)
      .meta({ description: 'What the reply rests on, best first, one row a source.' }),
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
      .meta({ description: 'On the first turn of a session, when the agent has one.' }),
  })
  .meta({ id: 'ChatAnswer' });

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
