import { answerWithModel, type ModelAnswer, type ModelRequest } from '#chat/generative/answer-with-model.ts';
import type { Passage } from '#chat/passages/passage.ts';
import { TermReader } from '#chat/passages/term-reader.ts';
import type { ChunkId, SourceId } from '#lib/ids.ts';
import type { ChatModel, Prompt, Written } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';

/** A passage of a source, as a search finds it. */
export const passage = (source: string, text: string, more: Partial<Passage> = {}): Passage => ({
  chunkId: `chunk_${source}_${more.start ?? 0}` as ChunkId,
  sourceId: `src_${source}` as SourceId,
  sourceName: source,
  text,
  start: 0,
  score: 0.8,
  closeness: 0.6,
  share: 0.6,
  ...more,
});

export const refunds = passage(
  'Refunds',
  'We ship to forty countries. Customers may return a product within 30 days of delivery. Refunds are paid to the original card within five working days. Gift cards cannot be returned. Ask for help at https://shop.example/help or help@shop.example.',
  { start: 100, pages: [{ page: 3, start: 100 }] },
);
export const offices = passage(
  'Offices',
  'The office in Oslo opens at nine. The office in Bergen was founded by Ingrid Dahl in 1987.',
  { score: 0.3 },
);
export const bergen = passage('Bergen', 'Our office in Bergen was founded in 1991 by two friends.', {
  score: 0.3,
});

/** A model that writes these pieces. */
export const modelThatWrites = (
  pieces: readonly string[],
  {
    failsAtEnd = false,
    seen,
  }: { failsAtEnd?: boolean; seen?: (prompt: Prompt, signal: AbortSignal) => void } = {},
): ChatModel => ({
  name: 'scripted',
  async *write(prompt, signal): AsyncIterable<Written> {
    seen?.(prompt, signal);
    for (const text of pieces) yield { text };
    if (failsAtEnd) throw new ModelError('The connection was cut.', { isRetryable: true });
    yield { usage: { model: 'scripted', inputTokens: 10, outputTokens: pieces.length } };
  },
});

/** The request for an answer from these passages. */
export const requestFor = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  agent: { name: 'Guide', system_prompt: null, response_length: 'medium', temperature: null },
  message: 'How long may I return a product, and who founded the office in Bergen?',
  earlier: [],
  passages: [refunds, offices],
  reader: new TermReader('en'),
  deepModel: undefined,
  retrieval: () => 0.8,
  grounding: 'strict',
  maySearch: true,
  isTentative: false,
  contextBudget: 6_000,
  maxOutputTokens: 1_024,
  signal: new AbortController().signal,
  ...more,
});

/** An answer, the pieces in which it came, and what a client has after each event. */
export async function ask(
  model: ChatModel,
  more: Partial<ModelRequest> = {},
): Promise<ModelAnswer & { pieces: string[]; states: string[] }> {
  const pieces: string[] = [];
  const states: string[] = [];
  const answer = answerWithModel(model, requestFor(more));
  for (;;) {
    const { done, value } = await answer.next();
    if (done) return { ...value, pieces, states };
    const shown = states.at(-1) ?? '';
    if (value.type === 'delta') {
      pieces.push(value.text);
      states.push(shown + value.text);
    } else states.push(shown.slice(0, value.start) + shown.slice(value.end));
  }
}

/** The answer of a model that writes this. */
export const write = (text: string, more: Partial<ModelRequest> = {}) => ask(modelThatWrites([text]), more);
/** Where words of a passage stand in its source. */
export const spanOf = ({ text, start }: Passage, from: number, to: number): string =>
  text.slice(from - start, to - start);
