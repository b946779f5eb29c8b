import { referenceTo } from '#chat/passages/cite.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { Reply } from '#chat/reply.ts';
import type { ChatModel, JsonFormat, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { SourceReference } from '#storage/citation.ts';
import { ASCII_CHARACTERS_PER_TOKEN } from '#text/estimate-tokens.ts';
import type { ModelRequest } from './answer-with-model.ts';
import { assembleContext } from './assemble-context.ts';
import { buildPrompt } from './build-prompt.ts';

type JsonRequest = Pick<
  ModelRequest,
  'agent' | 'message' | 'earlier' | 'passages' | 'retrieval' | 'contextBudget' | 'maxOutputTokens' | 'signal'
> & { format: JsonFormat };

const NOT_CHECKED =
  'The reply is JSON of the language model, which is not checked against the sources sentence by sentence';

/** Answers from passages in JSON. Nothing of it is checked against them but that it is JSON, so it cites nothing: its sources
 *  are those that the model was shown. Throws ModelError if the model fails or writes no JSON. */
export async function answerAsJson(model: ChatModel, request: JsonRequest): Promise<Reply> {
  const { format, maxOutputTokens } = request;
  const blocks = assembleContext(request.passages, request.contextBudget * ASCII_CHARACTERS_PER_TOKEN);
  const prompt = buildPrompt({ ...request, blocks, maySearch: false, format });
  let written = '';
  let usage: TokenUsage | undefined;
  for await (const piece of model.write(prompt, request.signal)) {
    if ('usage' in piece) usage = piece.usage;
    else written += piece.text;
    if (written.length > 4 * ASCII_CHARACTERS_PER_TOKEN * maxOutputTokens) break;
  }
  const text = jsonIn(written);
  if (text === undefined) throw noJson(model.name);
  const retrieval = request.retrieval();
  return {
    kind: 'answer',
    text,
    sources: sourcesOf(blocks.flatMap(({ passages }) => passages)),
    citations: [],
    confidence: retrieval,
    confidenceReason: `${NOT_CHECKED}; the passages alone would answer with a confidence of ${retrieval.toFixed(2)}.`,
    isDegraded: false,
    isJson: true,
    usage,
  };
}

/** The object or list in what a model wrote, which may be in a block of code; undefined if there is none. */
function jsonIn(written: string): string | undefined {
  const start = written.search(/[[{]/);
  const end = Math.max(written.lastIndexOf('}'), written.lastIndexOf(']')) + 1;
  const text = written.slice(Math.max(0, start), end);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

/** Each source once, in the order of the passages. */
function sourcesOf(passages: readonly Passage[]): SourceReference[] {
  const first = new Map<string, Passage>();
  for (const passage of passages) if (!first.has(passage.sourceId)) first.set(passage.sourceId, passage);
  return [...first.values()].map((passage) =>
    referenceTo({
      passage,
      start: passage.start,
      end: passage.start + passage.text.length,
      text: passage.text,
    }),
  );
}

const noJson = (name: string): ModelError =>
  new ModelError(`${name} wrote no JSON.`, {
    isRetryable: false,
    forReaders: 'The language model wrote no JSON.',
  });
