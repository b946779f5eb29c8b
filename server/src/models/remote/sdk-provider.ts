import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import type { EmbeddingModel } from 'ai';

/** Providers reached with the AI SDK. */
export type SdkProvider = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

/** The default URL of a provider; `openai-compatible` has none. */
export const PROVIDER_URL: Record<SdkProvider, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': '',
};

/** The interface that language models of all providers have. */
export type SdkLanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>;

/** Loads the AI SDK only if it is used: it takes 0.3 s and 35 MB. */
export async function loadSdk(): Promise<typeof import('ai')> {
  const sdk = await import('ai');
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return sdk;
}

/** The models of a provider, by name. Loads its part of the SDK. */
export async function openSdkProvider(
  {
    provider,
    baseUrl: baseURL,
    apiKey,
  }: { provider: SdkProvider; baseUrl: string; apiKey?: string | undefined },
  fetchInTurn: typeof fetch = fetch,
): Promise<{ embedding(model: string): EmbeddingModel; chat(model: string): SdkLanguageModel }> {
  const options = { baseURL, fetch: fetchInTurn };
  // A missing key stays missing: the SDK would otherwise look for one in the environment.
  const withKey = { ...options, apiKey: apiKey ?? '' };
  switch (provider) {
    case 'openai': {
      const openai = (await import('@ai-sdk/openai')).createOpenAI(withKey);
      return { embedding: (model) => openai.embeddingModel(model), chat: (model) => openai.chat(model) };
    }
    case 'anthropic': {
      const anthropic = (await import('@ai-sdk/anthropic')).createAnthropic(withKey);
      return {
        embedding: (model) => anthropic.embeddingModel(model),
        chat: (model) => anthropic.chat(model),
      };
    }
    case 'google': {
      const google = (await import('@ai-sdk/google')).createGoogle(withKey);
      return { embedding: (model) => google.embeddingModel(model), chat: (model) => google.chat(model) };
    }
    case 'openai-compatible': {
      const compatible = (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
        ...options,
        name: 'compatible',
        includeUsage: true,
        ...(apiKey !== undefined && { apiKey }),
      });
      return {
        embedding: (model) => compatible.embeddingModel(model),
        chat: (model) => compatible.chatModel(model),
      };
    }
  }
}
