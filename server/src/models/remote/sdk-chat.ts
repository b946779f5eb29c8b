import type { ModelMessage } from 'ai';
import type { Prompt } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import {
  explainBrokenOff,
  explainRefusal,
  explainUnreadable,
  type ModelSubject,
} from './provider-failure.ts';
import { explainCallError } from './sdk-failure.ts';
import { loadSdk, openSdkProvider, type SdkProvider } from './sdk-provider.ts';

export type SdkChatModel = ModelSubject & { readonly provider: SdkProvider; readonly model: string };

/** A piece of a reply, '' if the model only gives a sign of life (some think first); or, at the end, the provider's
 *  token count. */
export type SdkPiece =
  | { text: string }
  | { inputTokens: number | undefined; outputTokens: number | undefined; isCut: boolean };

/** Asks for a reply, without retries. Throws ModelError, or the reason of the signal if it was aborted. */
export type SdkChat = (prompt: Prompt, signal: AbortSignal) => AsyncIterable<SdkPiece>;

/** Loads the AI SDK. */
export async function loadSdkChat(subject: SdkChatModel): Promise<SdkChat> {
  const [{ streamText }, provider] = await Promise.all([loadSdk(), openSdkProvider(subject)]);
  const model = provider.chat(subject.model);
  return async function* ({ instructions, turns, temperature, maxOutputTokens }, signal) {
    let hasBegun = false;
    try {
      const { stream } = streamText({
        model,
        ...(instructions !== '' && { instructions }),
        messages: alternating(turns),
        maxOutputTokens,
        ...(temperature !== undefined && { temperature }),
        maxRetries: 0,
        abortSignal: signal,
        // Errors also come as parts of the stream. Without this the SDK prints them, with the prompt.
        onError: () => {},
      });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'abort') break;
        if (part.type === 'reasoning-delta') yield { text: '' };
        if (part.type === 'text-delta') {
          hasBegun ||= part.text !== '';
          yield { text: part.text };
        }
        if (part.type === 'finish') {
          assertWhole(subject, part, hasBegun);
          const { inputTokens, outputTokens } = part.totalUsage;
          yield { inputTokens, outputTokens, isCut: part.finishReason === 'length' };
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

/** Throws if the reply is incomplete, or the provider stopped it. */
function assertWhole(
  subject: SdkChatModel,
  { finishReason, rawFinishReason }: { finishReason: string; rawFinishReason: string | undefined },
  hasBegun: boolean,
): void {
  if (finishReason === 'content-filter') {
    throw new ModelError(`${subject.name} was stopped by the content filter of its provider.`, {
      isRetryable: false,
    });
  }
  if (rawFinishReason === undefined) throw explainEnd(subject, hasBegun);
}

/** An error for an answer that ended too early; without a piece, it may not come from a language model at all. */
const explainEnd = (subject: SdkChatModel, hasBegun: boolean): ModelError =>
  hasBegun ? explainBrokenOff(subject) : explainUnreadable(subject);

/** The turns as all providers accept them: the user begins (a welcome is omitted), and the roles alternate. */
function alternating(turns: Prompt['turns']): ModelMessage[] {
  const messages: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const { role, text } of turns) {
    const last = messages.at(-1);
    if (last?.role === role) last.content += `\n\n${text}`;
    else if (last || role === 'user') messages.push({ role, content: text });
  }
  return messages;
}

/** Translates an error of the SDK. It is not kept as the cause, because it contains the prompt or the texts. */
async function explain(subject: SdkChatModel, error: unknown, hasBegun: boolean): Promise<ModelError> {
  if (error instanceof ModelError) return error;
  const { APICallError, StreamProviderError } = await loadSdk();
  if (StreamProviderError.isInstance(error)) {
    return explainRefusal(subject, { status: error.statusCode ?? 500, message: error.message });
  }
  if (APICallError.isInstance(error) && !hasBegun) return explainCallError(subject, error);
  return explainEnd(subject, hasBegun);
}
