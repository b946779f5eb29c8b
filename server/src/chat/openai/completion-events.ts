import type { z } from 'zod';
import type { Turn, TurnEvent } from '#chat/turn/turn.ts';
import { turnEvents } from '#chat/turn/turn-events.ts';
import type { ServerEvent } from '#http/event-stream.ts';
import type { TokenUsage } from '#models/model.ts';
import { besideText } from './beside-text.ts';
import { CitedContent, contentOf, type UrlCitation } from './cited-content.ts';
import type { ReplyOptions } from './reply-options.ts';
import type { Completion } from './schema.ts';

export const toCompletion = (turn: Turn, options: ReplyOptions): z.infer<typeof Completion> => {
  const content = contentOf(turn, options.style, options.linkOf);
  const isRefused = options.wantsJson && !turn.isJson;
  return {
    id: turn.messageId,
    object: 'chat.completion',
    created: toSeconds(options.createdAt),
    model: options.agentId,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefused ? null : content.text,
          refusal: isRefused ? turn.text : null,
          annotations: content.annotations(turn, options.linkOf).map(toAnnotation),
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: toUsage(turn.usage),
    ...besideText(turn, content.citations(turn)),
  };
};

const toAnnotation = (url_citation: UrlCitation) => ({ type: 'url_citation' as const, url_citation });

/** The chunks of a completion that was answered before, with the reply in one piece. */
export async function* replayedCompletionEvents(
  { id, created, model, choices, usage, object: _, ...beside }: z.infer<typeof Completion>,
  { includeUsage }: { includeUsage: boolean },
): AsyncGenerator<ServerEvent, void> {
  const chunk = chunkOf({ id, created, model, includeUsage });
  const { content, refusal, annotations } = choices[0]?.message ?? {
    content: '',
    refusal: null,
    annotations: [],
  };
  yield chunk(choice({ role: 'assistant', content: '' }));
  yield chunk(choice(refusal === null ? { content } : { refusal }));
  if (annotations.length > 0) yield chunk(choice({ annotations }));
  yield chunk({ ...choice({}, 'stop'), ...beside });
  if (includeUsage) yield chunk({ choices: [], usage });
  yield { data: '[DONE]' };
}

type ChunkHead = { id: string; created: number; model: string; includeUsage: boolean };

const chunkOf =
  ({ id, created, model, includeUsage }: ChunkHead) =>
  (rest: object): ServerEvent => ({
    data: {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      ...(includeUsage && { usage: null }),
      ...rest,
    },
  });

const choice = (delta: object, finish_reason: 'stop' | null = null) => ({
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
});

/** The chunks of a completion; those at the end have its annotations and sources.
 *  includeUsage: adds a chunk with the token usage. */
export function completionEvents(
  turn: AsyncGenerator<TurnEvent, Turn>,
  options: ReplyOptions & { includeUsage: boolean },
): AsyncGenerator<ServerEvent, void> {
  const { agentId, createdAt, includeUsage, style, linkOf, wantsJson } = options;
  const content = new CitedContent(style);
  let id = '';
  const chunk = (rest: object): ServerEvent =>
    chunkOf({ id, created: toSeconds(createdAt), model: agentId, includeUsage })(rest);
  return turnEvents(
    turn,
    (event) => {
      if (event.type === 'delta') {
        const piece = content.add(event.text, event.citations ?? []);
        // Whether it is the JSON that is wanted is only known at the end.
        return wantsJson ? [] : [chunk(choice({ content: piece }))];
      }
      if (event.type === 'search') return [];
      if (event.type === 'withdraw') throw new Error('A completion cannot withdraw what it has sent.');
      id = event.messageId;
      return [chunk(choice({ role: 'assistant', content: '' }))];
    },
    (ended) => {
      const last = content.end(ended, linkOf);
      const annotations = content.annotations(ended, linkOf).map(toAnnotation);
      return [
        ...(wantsJson
          ? [chunk(choice(ended.isJson ? { content: content.text } : { refusal: ended.text }))]
          : []),
        ...(!wantsJson && last !== '' ? [chunk(choice({ content: last }))] : []),
        ...(annotations.length > 0 ? [chunk(choice({ annotations }))] : []),
        chunk({ ...choice({}, 'stop'), ...besideText(ended, content.citations(ended)) }),
        ...(includeUsage ? [chunk({ choices: [], usage: toUsage(ended.usage) })] : []),
        { data: '[DONE]' },
      ];
    },
  );
}

/** The usage; zero without a language model. */
const toUsage = ({ inputTokens = 0, outputTokens = 0 }: Partial<TokenUsage> = {}) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

export const toSeconds = (timestampMs: number): number => Math.floor(timestampMs / 1_000);
