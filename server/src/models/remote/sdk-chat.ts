import type { Prompt } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import {
  explainBrokenOff,
  explainRefusal,
  explainUnreadable,
  type ModelSubject,
} from './provider-failure.ts';
import { explainCallError, refusalInStream } from './sdk-failure.ts';
import { loadSdk, openSdkProvider, type SdkLanguageModel, type SdkProvider } from './sdk-provider.ts';

export type SdkChatModel = ModelSubject & { readonly provider: SdkProvider; readonly model: string };

/** A piece of a reply, '' if the model only gives a sign of life (some think first); or, at the end, the provider's
 *  token count. */
export type SdkPiece =
  | { text: string }
  | { inputTokens: number | undefined; outputTokens: number | undefined; isCut: boolean };

/** Asks for a reply, without retries. Throws ModelError, or the reason of the signal if it was aborted. */
export type SdkChat = (prompt: Prompt, signal: AbortSignal) => AsyncIterable<SdkPiece>;

type SdkPrompt = Parameters<SdkLanguageModel['doStream']>[0]['prompt'];

/** Loads the provider's part of the AI SDK. Its models are asked directly: `streamText` adds tools, steps and telemetry, which
 *  take 3 ms of CPU for a reply. */
export async function loadSdkChat(subject: SdkChatModel): Promise<SdkChat> {
  const model = (await openSdkProvider(subject)).chat(subject.model);
  return async function* ({ instructions, turns, temperature, maxOutputTokens, format }, signal) {
    let hasBegun = false;
    try {
      signal.throwIfAborted();
      const { stream } = await model.doStream({
        prompt: toSdkPrompt(instructions, turns),
        maxOutputTokens,
        ...(temperature !== undefined && { temperature }),
        ...(format && { responseFormat: { type: 'json', ...format } }),
        abortSignal: signal,
      });
      for await (const part of stream) {
        if (part.type === 'error') throw new ErrorInStream(part.error);
        if (part.type === 'reasoning-delta') yield { text: '' };
        if (part.type === 'text-delta') {
          hasBegun ||= part.delta !== '';
          yield { text: part.delta };
        }
        if (part.type === 'finish') {
          assertWhole(subject, part.finishReason, hasBegun);
          const { inputTokens, outputTokens } = part.usage;
          yield {
            inputTokens: inputTokens.total,
            outputTokens: outputTokens.total,
            isCut: part.finishReason.unified === 'length',
          };
          return;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      throw await explain(subject, error, hasBegun);
    }
    signal.throwIfAborted();
    throw explainEnd(subject, hasBegun);
  };
}

/** What a stream says went wrong, as the SDK passes it on. */
class ErrorInStream extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super();
    this.error = error;
  }
}

/** Throws if the reply is incomplete, or the provider stopped it. */
function assertWhole(
  subject: SdkChatModel,
  { unified, raw }: { unified: string; raw: string | undefined },
  hasBegun: boolean,
): void {
  if (unified === 'content-filter') {
    throw new ModelError(`${subject.name} was stopped by the content filter of its provider.`, {
      isRetryable: false,
      forReaders: 'The language model was stopped by the content filter of its provider.',
    });
  }
  if (raw === undefined) throw explainEnd(subject, hasBegun);
}

/** An error for an answer that ended too early; without a piece, it may not come from a language model at all. */
const explainEnd = (subject: SdkChatModel, hasBegun: boolean): ModelError =>
  hasBegun ? explainBrokenOff(subject) : explainUnreadable(subject);

/** The turns as all providers accept them: the user begins (a welcome is omitted), and the roles alternate. */
function toSdkPrompt(instructions: string, turns: Prompt['turns']): SdkPrompt {
  const messages: { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] }[] = [];
  for (const { role, text } of turns) {
    const last = messages.at(-1);
    const [said] = last?.role === role ? last.content : [];
    if (said) said.text += `\n\n${text}`;
    else if (last || role === 'user') messages.push({ role, content: [{ type: 'text', text }] });
  }
  return [...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]), ...messages];
}

/** Translates an error of the SDK. It is not kept as the cause, because it contains the prompt or the texts. */
async function explain(subject: SdkChatModel, error: unknown, hasBegun: boolean): Promise<ModelError> {
  if (error instanceof ModelError) return error;
  if (error instanceof ErrorInStream) {
    const refusal = refusalInStream(error.error);
    if (refusal) return explainRefusal(subject, refusal);
  }
  const { APICallError } = await loadSdk();
  const cause = error instanceof ErrorInStream ? error.error : error;
  if (APICallError.isInstance(cause) && !hasBegun) return explainCallError(subject, cause);
  return explainEnd(subject, hasBegun);
}
