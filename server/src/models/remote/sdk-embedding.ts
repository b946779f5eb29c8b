import { ModelError } from '#models/model-error.ts';
import { explainTimeout, type ModelSubject } from './provider-failure.ts';
import { explainCallError } from './sdk-failure.ts';
import { loadSdk, openSdkProvider } from './sdk-provider.ts';

/** Some models embed queries and passages differently. */
export type Purpose = 'query' | 'passage';

export type SdkModel = ModelSubject & {
  readonly provider: 'openai' | 'openai-compatible' | 'google';
  readonly model: string;
  /** Requested from the provider if set. */
  readonly dimensions: number | undefined;
  readonly timeoutSeconds: number;
};

/** A list of numbers for each text, of any length. */
export type SdkEmbed = (
  texts: string[],
  options: { purpose: Purpose; retries: number; signal: AbortSignal },
) => Promise<number[][]>;

const GOOGLE_TASK = { query: 'RETRIEVAL_QUERY', passage: 'RETRIEVAL_DOCUMENT' } as const;

/** Loads the AI SDK.
 *  beforeRequest: awaited before each request, including retries.
 *  The function throws ModelError, or the reason of the signal if it was aborted. */
export async function loadSdkEmbed(
  subject: SdkModel,
  beforeRequest: (purpose: Purpose, signal: AbortSignal | undefined) => Promise<void>,
): Promise<SdkEmbed> {
  const { embedMany } = await loadSdk();
  const fetchFor =
    (purpose: Purpose): typeof fetch =>
    async (input, init) => {
      await beforeRequest(purpose, init?.signal ?? undefined);
      const timeout = AbortSignal.timeout(1000 * subject.timeoutSeconds);
      return await fetch(input, {
        ...init,
        signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
      });
    };
  const models = {
    query: (await openSdkProvider(subject, fetchFor('query'))).embedding(subject.model),
    passage: (await openSdkProvider(subject, fetchFor('passage'))).embedding(subject.model),
  };
  return async (texts, { purpose, retries, signal }) => {
    try {
      const { embeddings } = await embedMany({
        model: models[purpose],
        values: texts,
        maxRetries: retries,
        maxParallelCalls: 1,
        abortSignal: signal,
        ...(subject.dimensions !== undefined && { dimensions: subject.dimensions }),
        ...(subject.provider === 'google' && {
          providerOptions: { google: { taskType: GOOGLE_TASK[purpose] } },
        }),
      });
      return embeddings;
    } catch (error) {
      signal.throwIfAborted();
      throw await explain(subject, error);
    }
  };
}

/** Translates an error of the SDK. It is not kept as the cause, because it contains the prompt or the texts. */
async function explain(subject: SdkModel, error: unknown): Promise<unknown> {
  const { APICallError, InvalidResponseDataError, RetryError } = await loadSdk();
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (last instanceof Error && last.name === 'TimeoutError') {
    return explainTimeout(subject, subject.timeoutSeconds);
  }
  if (InvalidResponseDataError.isInstance(last)) {
    return new ModelError(`${subject.name} returned a different number of vectors than texts.`, {
      isRetryable: false,
    });
  }
  return APICallError.isInstance(last) ? explainCallError(subject, last) : last;
}
