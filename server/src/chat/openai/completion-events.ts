import type { z } from 'zod';
import { toCitations } from '#chat/conversations/schema.ts';
import type { Turn, TurnEvent } from '#chat/turn/turn.ts';
import { turnEvents } from '#chat/turn/turn-events.ts';
import type { ServerEvent } from '#http/event-stream.ts';
import type { AgentId } from '#lib/ids.ts';
import type { TokenUsage } from '#models/model.ts';
import type { Completion } from './schema.ts';

/** agentId: the `model` of the client's request. createdAt: milliseconds since 1970. */
type About = { agentId: AgentId; createdAt: number };

export const toCompletion = (turn: Turn, about: About): z.infer<typeof Completion> => ({
  id: turn.messageId,
  object: 'chat.completion',
  created: toSeconds(about.createdAt),
  model: about.agentId,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: turn.text, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: toUsage(turn.usage),
  ...besideText(turn),
});

/** The chunks of a completion that was answered before, with the reply in one piece. */
export async function* replayedCompletionEvents(
  { id, created, model, choices, usage, object: _, ...beside }: z.infer<typeof Completion>,
  { includeUsage }: { includeUsage: boolean },
): AsyncGenerator<ServerEvent, void> {
  const chunk = chunkOf({ id, created, model, includeUsage });
  yield chunk(choice({ role: 'assistant', content: '' }));
  yield chunk(choice({ content: choices[0]?.message.content ?? '' }));
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

/** The chunks of a completion; the last one of the reply has its sources.
 *  includeUsage: adds a chunk with the token usage. */
export function completionEvents(
  turn: AsyncGenerator<TurnEvent, Turn>,
  { agentId, createdAt, includeUsage }: About & { includeUsage: boolean },
): AsyncGenerator<ServerEvent, void> {
  let id = '';
  const chunk = (rest: object): ServerEvent =>
    chunkOf({ id, created: toSeconds(createdAt), model: agentId, includeUsage })(rest);
  return turnEvents(
    turn,
    (event) => {
      if (event.type === 'delta') return chunk(choice({ content: event.text }));
      if (event.type === 'search') return undefined;
      if (event.type === 'withdraw') throw new Error('A completion cannot withdraw what it has sent.');
      id = event.messageId;
      return chunk(choice({ role: 'assistant', content: '' }));
    },
    (ended) => [
      chunk({ ...choice({}, 'stop'), ...besideText(ended) }),
      ...(includeUsage ? [chunk({ choices: [], usage: toUsage(ended.usage) })] : []),
      { data: '[DONE]' },
    ],
  );
}

const besideText = (turn: Turn) => ({
  session_id: turn.sessionId,
  sources: turn.sources,
  citations: toCitations(turn.citations),
  confidence: turn.confidence,
  kind: turn.kind,
  confidence_reason: turn.confidenceReason,
  ...(turn.isDegraded && { degraded: true as const }),
  ...(turn.pinned && { pinned_answer_id: turn.pinned.id }),
  ...(turn.handover && { handover: turn.handover }),
});

/** The usage; zero without a language model. */
const toUsage = ({ inputTokens = 0, outputTokens = 0 }: Partial<TokenUsage> = {}) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

export const toSeconds = (timestampMs: number): number => Math.floor(timestampMs / 1_000);
