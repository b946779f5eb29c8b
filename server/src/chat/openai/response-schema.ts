import { z } from 'zod';
import { SessionId } from '#chat/conversations/schema.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { metadata } from '#records/fields.ts';
import { besideTextFields } from './beside-text.ts';
import { conversationHeaders } from './conversation-of-request.ts';
import { TextFormat } from './json-format.ts';
import { citationHeaders, urlCitationFields } from './reply-options.ts';
import { OptionalTools } from './tool-choice.ts';

/** The subset of OpenAI's responses that agents support. As in completions, unknown fields are accepted. */

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

export const ResponseItem = z.looseObject({
  type: z.string().optional(),
  id: z.string().max(2_048).nullish(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: z
    .union(
      [z.string(), z.array(Part).max(LIMITS.messageParts, `must have at most ${LIMITS.messageParts} parts`)],
      'must be a text or a list of parts',
    )
    .nullish(),
});

type Item = z.infer<typeof ResponseItem>;

const countParts = (items: readonly Item[]): number =>
  items.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 0), 0);

const refused = (message: string) =>
  z
    .null(message)
    .optional()
    .meta({ description: `Not supported: ${message}.` });

export const ResponseBody = z
  .looseObject({
    model: z.string().meta({ description: 'The id or the name of an agent.' }),
    input: z
      .union(
        [
          z.string(),
          z
            .array(ResponseItem)
            .max(
              LIMITS.completionMessages,
              `must have at most ${LIMITS.completionMessages.toLocaleString('en')} items`,
            )
            .refine(
              (items) => countParts(items) <= LIMITS.completionParts,
              `must have at most ${LIMITS.completionParts.toLocaleString('en')} parts together`,
            ),
        ],
        'must be a text or a list of messages',
      )
      .meta({
        description:
          'A message, or a list whose last message of the user is answered. Earlier messages are the context.',
      }),
    instructions: z.string().nullish().meta({ description: 'Ignored: the agent has its own instructions.' }),
    previous_response_id: z.string().max(2_048).nullish().meta({
      description: 'The response that the message follows. Its session goes on from there.',
    }),
    session_id: SessionId.optional().meta({
      description: 'As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.',
    }),
    stream: z.boolean().nullish(),
    store: z.boolean().nullish().meta({
      description: '`false`: the conversation is not kept, and no later response can follow.',
    }),
    metadata: metadata.nullish().meta({
      description: 'Stored with the session. `session_id` or `chat_id` in it names the session.',
    }),
    user: z.unknown().optional().meta({ description: 'As in `POST /v1/chat/completions`.' }),
    tool_choice: OptionalTools,
    text: z
      .looseObject({ format: TextFormat.nullish().meta({ description: 'The form of the reply.' }) })
      .nullish()
      .meta({ description: 'As `response_format` in `POST /v1/chat/completions`.' }),
    background: z
      .literal(false, 'must be false: a response is answered at once')
      .nullish()
      .meta({ description: 'Only `false`.' }),
    conversation: refused('must be absent: send `previous_response_id` or `session_id` instead'),
    prompt: refused('must be absent: an agent has its own instructions'),
  })
  .meta({ id: 'ResponseBody' });

export const ResponseHeaders = z.looseObject({ ...conversationHeaders, ...citationHeaders });

const ResponseAnnotation = z
  .object({ type: z.literal('url_citation'), ...urlCitationFields })
  .meta({ id: 'ResponseAnnotation' });

const OutputText = z
  .object({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(ResponseAnnotation).meta({ description: 'The sources, with links.' }),
    logprobs: z.array(z.never()),
  })
  .meta({ id: 'OutputText' });

const OutputRefusal = z
  .object({
    type: z.literal('refusal'),
    refusal: z.string().meta({ description: 'Why there is no JSON, in words.' }),
  })
  .meta({ id: 'OutputRefusal' });

const OutputMessage = z
  .object({
    id: z.string().meta({ description: 'An `item_reference` may name it.' }),
    type: z.literal('message'),
    status: z.literal('completed'),
    role: z.literal('assistant'),
    content: z.array(z.union([OutputText, OutputRefusal])),
  })
  .meta({ id: 'OutputMessage' });

export const ResponseAnswer = z
  .object({
    id: z.string().meta({ description: 'A later request may send it as `previous_response_id`.' }),
    object: z.literal('response'),
    created_at: z.int().meta({ description: 'Seconds since 1970.' }),
    completed_at: z.int().meta({ description: 'Seconds since 1970.' }),
    status: z.literal('completed'),
    background: z.literal(false),
    error: z.null(),
    incomplete_details: z.null(),
    instructions: z.null(),
    max_output_tokens: z.null(),
    model: z.string().meta({ description: 'The id of the agent.' }),
    output: z.array(OutputMessage).meta({ description: 'One message.' }),
    parallel_tool_calls: z.literal(false),
    previous_response_id: z.string().nullable(),
    reasoning: z.null(),
    store: z.boolean(),
    temperature: z.null(),
    text: z.object({ format: z.object({ type: z.enum(['text', 'json_object', 'json_schema']) }) }),
    tool_choice: z.literal('auto'),
    tools: z.array(z.never()),
    top_p: z.null(),
    truncation: z.literal('disabled'),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cached_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
      })
      .meta({ id: 'ResponseUsage', description: 'Zero without a language model.' }),
    user: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    message_id: z.string().meta({ description: 'The id of the message in the transcript, prefix `msg_`.' }),
    ...besideTextFields,
  })
  .meta({ id: 'Response', description: 'As in OpenAI, with the other fields of a chat answer.' });

export const ResponseStreamEvent = z
  .looseObject({
    type: z
      .enum([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.annotation.added',
        'response.output_text.done',
        'response.refusal.delta',
        'response.refusal.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
        'error',
      ])
      .meta({ description: 'What the event says; it decides the other fields.' }),
    sequence_number: z.int().optional().meta({ description: 'Counts the events of the answer, from 0.' }),
    response: ResponseAnswer.partial()
      .optional()
      .meta({ description: 'With `response.created`, `response.in_progress` and `response.completed`.' }),
    delta: z.string().optional().meta({ description: 'The next piece of the reply, or of its refusal.' }),
    text: z.string().optional().meta({ description: 'With `response.output_text.done`: the whole reply.' }),
  })
  .meta({
    id: 'ResponseStreamEvent',
    description: 'The data of one server-sent event, as in OpenAI.',
  });
