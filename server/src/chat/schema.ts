import { z } from 'zod';
import { requiredText, timestamp } from '#http/fields.ts';
import { toIso } from '#lib/clock.ts';
import { LIMITS } from '#lib/limits.ts';
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
        'Chosen by the client; the same value across turns keeps the context. A new one is made when absent.',
    }),
  })
  .meta({ id: 'ChatBody' });

const SourceReferenceSchema = z
  .object({ id: z.string(), name: z.string(), snippet: z.string() })
  .meta({ id: 'SourceReference' });

const CitationSchema = z
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
    citations: z.array(CitationSchema),
    message_id: z.string(),
    welcome_message: z
      .string()
      .optional()
      .meta({ description: 'On the first turn of a session, when the agent has one.' }),
  })
  .meta({ id: 'ChatAnswer' });

export const Conversation = z
  .object({
    session_id: z.string(),
    message_count: z.int(),
    started_at: timestamp,
    last_activity_at: timestamp,
  })
  .meta({ id: 'Conversation' });

export const Message = z
  .object({
    id: z.string().meta({ description: 'Prefix `msg_`.' }),
    role: z.enum(['welcome', 'user', 'agent']),
    text: z.string(),
    created_at: timestamp,
    confidence: z.number().optional(),
    sources: z.array(SourceReferenceSchema).optional(),
    citations: z.array(CitationSchema).optional(),
  })
  .meta({ id: 'Message' });

export const toConversation = (row: ConversationRow): z.infer<typeof Conversation> => ({
  session_id: row.session_id,
  message_count: row.message_count,
  started_at: toIso(row.started_at),
  last_activity_at: toIso(row.last_activity_at),
});

export const toMessage = (row: MessageRow): z.infer<typeof Message> => ({
  id: row.message_id,
  role: row.role,
  text: row.text,
  created_at: toIso(row.created_at),
  ...(row.role === 'agent' && {
    confidence: row.confidence ?? 0,
    sources: JSON.parse(row.sources) as z.infer<typeof SourceReferenceSchema>[],
    citations: JSON.parse(row.citations) as z.infer<typeof CitationSchema>[],
  }),
});
