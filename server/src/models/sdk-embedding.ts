import type { EmbeddingModel } from 'ai';
import { ModelError } from './model-error.ts';
import {
  explainNetworkFailure,
  explainRefusal,
  explainTimeout,
  explainUnreadable,
  type ModelSubject,
  retryAfterOf,
} from './provider-failure.ts';

/** Whether texts are looked for, or are to be found: models of some providers embed the two differently. */
export type Purpose = 'query' | 'passage';

export type SdkModel = ModelSubject & {
  readonly provider: 'openai' | 'openai-compatible' | 'google';
  readonly model: string;
  /** Asked of the provider when it is set. */
  readonly dimensions: number | undefined;
  readonly timeoutSeconds: number;
};

/** What texts give: as many lists of numbers, of whatever length. */
export type SdkEmbed = (
  texts: string[],
  options: { purpose: Purpose; retries: number; signal: AbortSignal },
) => Promise<number[][]>;

const GOOGLE_TASK = { query: 'RETRIEVAL_QUERY', passage: 'RETRIEVAL_DOCUMENT' } as const;

/** Loads the AI SDK, which takes 0.3 s and 35 MB: nobody pays for it who does not use it.
 *  beforeRequest: waited for before each request, also before those that repeat one.
 *  The function throws ModelError, and the reason of the signal when that was aborted. */
export async function loadSdkEmbed(
  subject: SdkModel,
  beforeRequest: (purpose: Purpose, signal: AbortSignal | undefined) => Promise<void>,
): Promise<SdkEmbed> {
  const { embedMany } = await import('ai');
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
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
    query: await openModel(subject, fetchFor('query')),
    passage: await openModel(subject, fetchFor('passage')),
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

async function openModel(
  { provider, model, baseUrl: baseURL, apiKey }: SdkModel,
  fetchInTurn: typeof fetch,
): Promise<EmbeddingModel> {
  const options = { baseURL, fetch: fetchInTurn };
  // A missing key stays missing: the SDK would otherwise look for one in the environment.
  const withKey = { ...options, apiKey: apiKey ?? '' };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(withKey).embeddingModel(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(withKey).embeddingModel(model);
    case 'openai-compatible':
      return (await import('@ai-sdk/openai-compatible'))
        .createOpenAICompatible({ ...options, name: 'compatible', ...(apiKey !== undefined && { apiKey }) })
        .embeddingModel(model);
  }
}

/** An error of the SDK in words that are fit for people. It is not handed on as the cause: it holds the texts. */
async function explain(subject: SdkModel, error: unknown): Promise<unknown> {
  const { APICallError, InvalidResponseDataError, RetryError } = await import('ai');
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (last instanceof Error && last.name === 'TimeoutError') {
    return explainTimeout(subject, subject.timeoutSeconds);
  }
  if (InvalidResponseDataError.isInstance(last)) {
    return new ModelError(`${subject.name} gave another number of vectors than there were texts.`, {
      isRetryable: false,
    });
  }
  if (!APICallError.isInstance(last)) return last;
  if (last.statusCode === undefined) return explainNetworkFailure(subject, last);
  if (last.statusCode < 300) {
    return last.isRetryable ? explainNetworkFailure(subject, last) : explainUnreadable(subject);
  }
  return explainRefusal(subject, {
    status: last.statusCode,
    message: last.message,
    retryAfterSeconds: retryAfterOf((name) => last.responseHeaders?.[name]),
  });
}
