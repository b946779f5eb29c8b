import { z } from 'zod';
import { SessionId } from '#chat/conversations/schema.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { constant, metadata } from '#records/fields.ts';
import { AsUser } from '#records/principals.ts';
import { besideTextFields } from './beside-text.ts';
import { conversationHeaders } from './conversation-of-request.ts';
import { ResponseFormat } from './json-format.ts';
import { citationHeaders, urlCitationFields } from './reply-options.ts';
import { OptionalTools } from './tool-choice.ts';

/** The subset of OpenAI's chat completions that agents support. Unknown fields are accepted, because clients send many
 *  settings that the agent's owner decides here. */

const Part = z.looseObject({
  type: z.string().meta({ description: 'What the part is; only text is read.' }),
  text: z.string().optional().meta({ description: 'The text of a part that is text.' }),
});

const CompletionMessage = z.looseObject({
  role: z
    .enum(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
    .meta({ description: 'Who wrote the message.' }),
  content: z
    .union(
      [z.string(), z.array(Part).max(LIMITS.messageParts, `must have at most ${LIMITS.messageParts} parts`)],
      'must be a text or a list of parts',
    )
    .nullish()
    .meta({ description: 'What the message says, as one text or in parts.' }),
});

const countParts = (messages: z.infer<typeof CompletionMessage>[]): number =>
  messages.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.length : 0), 0);

export const CompletionBody = z
  .looseObject({
    model: z.string().meta({ description: 'The id or the name of an agent.' }),
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
    stream: z.boolean().nullish().meta({ description: 'Sends the reply in pieces, as server-sent events.' }),
    stream_options: z
      .looseObject({
        include_usage: z.boolean().nullish().meta({ description: 'Adds a last chunk with the usage.' }),
      })
      .nullish()
      .meta({ description: 'Only with `stream`.' }),
    session_id: SessionId.optional().meta({
      description: 'As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.',
    }),
    as_user: AsUser,
    metadata: metadata.nullish().meta({
      description: 'Stored with the session. `session_id` or `chat_id` in it names the session.',
    }),
    user: z.unknown().optional().meta({
      description:
        'The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named.',
    }),
    store: z.boolean().nullish().meta({ description: '`false`: the conversation is not kept.' }),
    tool_choice: OptionalTools,
    modalities: z
      .array(z.literal('text', 'must be "text": an agent replies in words'))
      .max(10)
      .nullish()
      .meta({ description: 'Only `text`.' }),
    n: z
      .literal(1, 'must be 1: an agent gives one reply')
      .nullish()
      .meta({ description: 'Only 1: an agent gives one reply.' }),
    response_format: ResponseFormat.nullish().meta({
      description:
        'JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations.',
    }),
  })
  .meta({ id: 'CompletionBody', description: 'A chat, as OpenAI clients send it.' });

export const CompletionHeaders = z.looseObject({ ...conversationHeaders, ...citationHeaders });

const CompletionUsage = z
  .object({
    prompt_tokens: z.int().meta({ description: 'Tokens of the prompts.' }),
    completion_tokens: z.int().meta({ description: 'Tokens of the reply.' }),
    total_tokens: z.int().meta({ description: 'Both together.' }),
  })
  .meta({ id: 'CompletionUsage', description: 'Tokens of the language model; zero without one.' });

const ChatAnnotation = z
  .object({
    type: constant('url_citation'),
    url_citation: z.object(urlCitationFields).meta({ description: 'What is cited, and where.' }),
  })
  .meta({ id: 'ChatAnnotation', description: 'A source that the reply cites, as in OpenAI.' });

export const Completion = z
  .object({
    id: z.string().meta({ description: 'The id of the message, prefix `msg_`.' }),
    object: constant('chat.completion'),
    created: z.int().meta({ description: 'Seconds since 1970.' }),
    model: z.string().meta({ description: 'The id of the agent.' }),
    choices: z
      .array(
        z.object({
          index: z.int().meta({ description: 'Always 0: there is one reply.' }),
          message: z
            .object({
              role: constant('assistant'),
              content: z.string().nullable().meta({ description: 'The reply; null if it is refused.' }),
              refusal: z
                .string()
                .nullable()
                .meta({ description: 'Why there is no JSON, in words; null otherwise.' }),
              annotations: z.array(ChatAnnotation).meta({ description: 'The sources, with links.' }),
            })
            .meta({ description: 'What the agent replies.' }),
          logprobs: z.null().meta({ description: 'Always null: agents have none.' }),
          finish_reason: constant('stop'),
        }),
      )
      .meta({ description: 'One reply.' }),
    usage: CompletionUsage,
    ...besideTextFields,
  })
  .meta({ id: 'Completion', description: 'As in OpenAI, with the other fields of a chat answer.' });

export const CompletionChunk = Completion.omit({ usage: true })
  .partial()
  .extend({
    id: Completion.shape.id,
    object: constant('chat.completion.chunk'),
    created: Completion.shape.created,
    model: Completion.shape.model,
    choices: z
      .array(
        z.object({
          index: z.int().meta({ description: 'Always 0: there is one reply.' }),
          delta: z
            .object({
              role: constant('assistant').optional(),
              content: z.string().optional().meta({ description: 'The next piece of the reply.' }),
              refusal: z.string().optional().meta({ description: 'Why there is no JSON, in words.' }),
              annotations: z
                .array(ChatAnnotation)
                .optional()
                .meta({ description: 'The sources, with links; at the end of the reply.' }),
            })
            .meta({ description: 'What is new since the last chunk.' }),
          logprobs: z.null().meta({ description: 'Always null: agents have none.' }),
          finish_reason: z
            .literal('stop')
            .nullable()
            .meta({ description: '`stop` at the end of the reply, null before.' }),
        }),
      )
      .meta({ description: 'One reply; none in the chunk with the usage.' }),
    usage: CompletionUsage.nullable()
      .optional()
      .meta({ description: 'In the last chunk, with `include_usage`.' }),
  })
  .meta({
    id: 'CompletionChunk',
    description:
      'The data of one server-sent event, as in OpenAI. The last chunk of the reply has the other fields of a chat answer; `[DONE]` ends the stream.',
  });
