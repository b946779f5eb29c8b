import { z } from 'zod';
import { aboutReply, CitationSchema, SessionId, SourceReferenceSchema } from '#chat/conversations/schema.ts';
import { handoverOfAnswer } from '#chat/handover/schema.ts';
import type { TurnRequest } from '#chat/turn/turn.ts';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { metadata, requiredText } from '#records/fields.ts';

/** The subset of OpenAI's chat completions that agents support. Unknown fields are accepted, because clients send many
 *  settings that the agent's owner decides here. */

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

const CompletionMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z
    .union(
      [z.string(), z.array(Part).max(LIMITS.messageParts, `must have at most ${LIMITS.messageParts} parts`)],
      'must be a text or a list of parts',
    )
    .nullish(),
});

const countParts = (messages: z.infer<typeof CompletionMessage>[]): number =>
  messages.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 0), 0);

export const CompletionBody = z
  .looseObject({
    model: z.string().meta({ description: 'The id of an agent.' }),
    messages: z
      .array(CompletionMessage)
      .min(1, 'must contain a message with the role "user", which is answered')
      .max(
        LIMITS.completionMessages,
        `must have at most ${LIMITS.completionMessages.toLocaleString('en')} messages`,
      )
      .refine(
        (messages) => countParts(messages) <= LIMITS.completionParts,
        `must have at most ${LIMITS.completionParts.toLocaleString('en')} parts together`,
      )
      .meta({
        description:
          'The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent.',
      }),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    session_id: SessionId.optional().meta({
      description: 'As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.',
    }),
    metadata: metadata.nullish(),
    n: z.literal(1, 'must be 1: an agent gives one reply').nullish(),
    response_format: z
      .looseObject({ type: z.literal('text', 'must be "text": an agent replies in words') })
      .nullish(),
  })
  .meta({ id: 'CompletionBody' });

export const CompletionHeaders = z.looseObject({ 'x-session-id': SessionId.optional() });

const CompletionUsage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ id: 'CompletionUsage' });

export const Completion = z
  .object({
    id: z.string().meta({ description: 'The id of the message, prefix `msg_`.' }),
    object: z.literal('chat.completion'),
    created: z.int().meta({ description: 'Seconds since 1970.' }),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    ),
    usage: CompletionUsage,
    session_id: z.string(),
    sources: z.array(SourceReferenceSchema),
    citations: z.array(CitationSchema),
    confidence: z.number(),
    kind: aboutReply.kind,
    confidence_reason: z.string(),
    degraded: z.literal(true).optional(),
    pinned_answer_id: z.string().optional(),
    handover: handoverOfAnswer,
  })
  .meta({ id: 'Completion', description: 'As in OpenAI, with the other fields of a chat answer.' });

export const CompletionChunk = Completion.omit({ usage: true })
  .partial()
  .extend({
    id: Completion.shape.id,
    object: z.literal('chat.completion.chunk'),
    created: Completion.shape.created,
    model: Completion.shape.model,
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
        logprobs: z.null(),
        finish_reason: z.literal('stop').nullable(),
      }),
    ),
    usage: CompletionUsage.nullable().optional(),
  })
  .meta({
    id: 'CompletionChunk',
    description:
      'The data of one server-sent event, as in OpenAI. The last chunk of the reply has the other fields of a chat answer; `[DONE]` ends the stream.',
  });

export const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.int(),
        owned_by: z.string(),
        name: z.string(),
      }),
    ),
  })
  .meta({ id: 'ModelList', description: 'As in OpenAI, with the name of each agent.' });

const Question = requiredText(LIMITS.messageCharacters);

/** The message to answer, and the conversation before it. Throws 422 without a text message of the user. */
export function readMessages(messages: z.infer<typeof CompletionBody>['messages']): {
  message: string;
  history: NonNullable<TurnRequest['history']>;
} {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[last];
  if (!asked)
    throw invalidField('messages', 'must contain a message with the role "user", which is answered');
  const field = `messages[${last}].content`;
  if (Array.isArray(asked.content) && asked.content.some(({ type }) => type !== 'text'))
    throw invalidField(field, 'must only have parts of the type "text": an agent reads nothing else');
  const { data: message, error } = Question.safeParse(textOf(asked));
  if (error) throw invalidField(field, error.issues[0]?.message ?? 'must be a message');
  const history = messages.slice(0, last).flatMap((said) => {
    const text = textOf(said);
    return (said.role === 'user' || said.role === 'assistant') && text.trim() !== ''
      ? [{ role: said.role, text }]
      : [];
  });
  return { message, history };
}

const textOf = ({ content }: z.infer<typeof CompletionMessage>): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
