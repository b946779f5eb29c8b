import { z } from 'zod';
import { SessionId } from '#chat/conversations/schema.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { constant, metadata } from '#records/fields.ts';
import { AsUser } from '#records/principals.ts';
import { besideTextFields } from './beside-text.ts';
import { conversationHeaders } from './conversation-of-request.ts';
import { TextFormat } from './json-format.ts';
import { citationHeaders, urlCitationFields } from './reply-options.ts';
import { OptionalTools } from './tool-choice.ts';

/** The subset of OpenAI's responses that agents support. As in completions, unknown fields are accepted. */

const Part = z.looseObject({
  type: z.string().meta({ description: 'What the part is; only text is read.' }),
  text: z.string().optional().meta({ description: 'The text of a part that is text.' }),
});

export const ResponseItem = z.looseObject({
  type: z
    .string()
    .optional()
    .meta({ description: '`message`, which is also what an item without a type is, or `item_reference`.' }),
  id: z.string().max(2_048).nullish().meta({ description: 'The message that an `item_reference` names.' }),
  role: z
    .enum(['system', 'developer', 'user', 'assistant'])
    .optional()
    .meta({ description: 'Who wrote the message.' }),
  content: z
    .union(
      [z.string(), z.array(Part).max(LIMITS.messageParts, `must have at most ${LIMITS.messageParts} parts`)],
      'must be a text or a list of parts',
    )
    .nullish()
    .meta({ description: 'What the message says, as one text or in parts.' }),
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
    stream: z.boolean().nullish().meta({ description: 'Sends the reply in pieces, as server-sent events.' }),
    store: z.boolean().nullish().meta({
      description: '`false`: the conversation is not kept, and no later response can follow.',
    }),
    as_user: AsUser,
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
  .meta({ id: 'ResponseBody', description: 'A message, as clients of OpenAI responses send it.' });

export const ResponseHeaders = z.looseObject({ ...conversationHeaders, ...citationHeaders });

const ResponseAnnotation = z
  .object({ type: constant('url_citation'), ...urlCitationFields })
  .meta({ id: 'ResponseAnnotation', description: 'A source that the reply cites, as in OpenAI.' });

const OutputText = z
  .object({
    type: constant('output_text'),
    text: z.string().meta({ description: 'In Markdown, or as JSON if it was asked for.' }),
    annotations: z.array(ResponseAnnotation).meta({ description: 'The sources, with links.' }),
    logprobs: z.array(z.never()).meta({ description: 'Always empty: agents have none.' }),
  })
  .meta({ id: 'OutputText', description: 'A reply in words, or the JSON that was asked for.' });

const OutputRefusal = z
  .object({
    type: constant('refusal'),
    refusal: z.string().meta({ description: 'Why there is no JSON, in words.' }),
  })
  .meta({ id: 'OutputRefusal', description: 'Why there is no JSON.' });

const OutputMessage = z
  .object({
    id: z.string().meta({ description: 'An `item_reference` may name it.' }),
    type: constant('message'),
    status: constant('completed'),
    role: constant('assistant'),
    content: z
      .array(z.union([OutputText, OutputRefusal]))
      .meta({ description: 'One part: the reply, or why there is none.' }),
  })
  .meta({ id: 'OutputMessage', description: 'The message that the agent replies with.' });

export const ResponseAnswer = z
  .object({
    id: z.string().meta({ description: 'A later request may send it as `previous_response_id`.' }),
    object: constant('response'),
    created_at: z.int().meta({ description: 'Seconds since 1970.' }),
    completed_at: z.int().meta({ description: 'Seconds since 1970.' }),
    status: constant('completed'),
    background: constant(false),
    error: z.null().meta({ description: 'Always null: a failed request has an error answer instead.' }),
    incomplete_details: z.null().meta({ description: 'Always null: agents do not have it.' }),
    instructions: z.null().meta({ description: 'Always null: agents do not have it.' }),
    max_output_tokens: z.null().meta({ description: 'Always null: agents do not have it.' }),
    model: z.string().meta({ description: 'The id of the agent.' }),
    output: z.array(OutputMessage).meta({ description: 'One message.' }),
    parallel_tool_calls: constant(false),
    previous_response_id: z
      .string()
      .nullable()
      .meta({ description: 'The response that this one follows; null if it is the first.' }),
    reasoning: z.null().meta({ description: 'Always null: agents do not have it.' }),
    store: z.boolean().meta({ description: 'Whether the conversation is kept.' }),
    temperature: z.null().meta({ description: 'Always null: agents do not have it.' }),
    text: z
      .object({
        format: z
          .object({
            type: z.enum(['text', 'json_object', 'json_schema']).meta({ description: 'Words, or JSON.' }),
          })
          .meta({ description: 'The form of the reply.' }),
      })
      .meta({ description: 'How the reply is written.' }),
    tool_choice: constant('auto'),
    tools: z.array(z.never()).meta({ description: 'Always empty: an agent calls no tools of the client.' }),
    top_p: z.null().meta({ description: 'Always null: agents do not have it.' }),
    truncation: constant('disabled'),
    usage: z
      .object({
        input_tokens: z.int().meta({ description: 'Tokens of the prompts.' }),
        input_tokens_details: z
          .object({ cached_tokens: z.int().meta({ description: 'Always 0: not measured.' }) })
          .meta({ description: 'Details of the input.' }),
        output_tokens: z.int().meta({ description: 'Tokens of what the language model wrote.' }),
        output_tokens_details: z
          .object({ reasoning_tokens: z.int().meta({ description: 'Always 0: not measured.' }) })
          .meta({ description: 'Details of the output.' }),
        total_tokens: z.int().meta({ description: 'Both together.' }),
      })
      .meta({ id: 'ResponseUsage', description: 'Zero without a language model.' }),
    user: z.string().nullable().meta({ description: 'As in the request.' }),
    metadata: z.record(z.string(), z.string()).meta({ description: 'As in the request.' }),
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
