import type { Config } from '#config/config.ts';
import { embeddingSettings, llmSettings, rerankSettings } from '#config/models.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { E5_NAME } from '#models/e5/e5-threads.ts';
import { createEmbedders } from '#models/embedders.ts';
import type { DeepModel, Models } from '#models/model.ts';
import type { ModelError } from '#models/model-error.ts';
import { type DeepOptions, openDeep } from '#models/open-deep.ts';
import { isBundled, type OpenedEmbedder, openBundledEmbedder, openEmbedder } from '#models/open-embedder.ts';
import { openReranker } from '#models/open-reranker.ts';
import { withFallback } from '#models/remote/fallback-chat-model.ts';
import { createRemoteChatModel } from '#models/remote/remote-chat-model.ts';
import type { StaticModel } from '#models/static/static-embedder.ts';

/** staticModels: embedding models that can compute in any thread. close: ends the threads of the models. */
export type OpenedModels = {
  models: Models;
  staticModels: readonly StaticModel[];
  close(): Promise<void>;
};

/** onFallback: called with the failure of the first language model when the fallback answers. onDeepFault: called with a sentence
 *  when the deep model cannot be opened or loaded. deepModel: reads in place of the bundled one, or how that one is opened. */
type Options = {
  onFallback?: (failure: ModelError) => void;
  onDeepFault?: (fault: string) => void;
  deepModel?: DeepModel | DeepOptions;
};

/** Opens the configured models, the previous embedding model, and the bundled one, which is always available. Sends no
 *  requests. Throws an OperatorError that says what is missing. */
export async function openModels(
  config: Config,
  { onFallback = () => {}, onDeepFault = () => {}, deepModel: given = {} }: Options = {},
): Promise<OpenedModels> {
  try {
    const bundled = await openBundledEmbedder();
    const [standard, ...others] = await openEmbedders(config, bundled);
    const deep =
      'id' in given
        ? { deepModel: given, fault: () => undefined }
        : isInstantAlone(config)
          ? undefined
          : openDeep({ onFault: onDeepFault, ...given });
    return {
      models: {
        embedders: createEmbedders(
          standard.embedder,
          others.map(({ embedder }) => embedder),
          {
            name: E5_NAME,
            instant: bundled.embedder,
            deepModel: deep?.deepModel,
            ...(deep && { fault: deep.fault }),
          },
        ),
        reranker: await openReranker(rerankSettings(config)),
        ...openChatModels(config, onFallback),
      },
      staticModels: [standard, ...others].flatMap(({ staticModel }) => staticModel ?? []),
      close: async () => await deep?.deepModel?.close(),
    };
  } catch (error) {
    throw error instanceof Error ? new OperatorError(error.message, { cause: error }) : error;
  }
}

/** Whether the deep model is switched off. */
export const isInstantAlone = (config: Config): boolean => {
  const settings = embeddingSettings(config, 'EMBEDDING');
  return settings?.provider === 'static' && settings.model === 'instant';
};

async function openEmbedders(
  config: Config,
  bundled: OpenedEmbedder,
): Promise<[OpenedEmbedder, ...OpenedEmbedder[]]> {
  const opened: OpenedEmbedder[] = [];
  for (const name of ['EMBEDDING', 'PREVIOUS_EMBEDDING'] as const) {
    const settings = embeddingSettings(config, name);
    if (settings) opened.push(isBundled(settings) ? bundled : await openEmbedder(settings));
  }
  const [standard = bundled, ...others] = opened;
  return [standard, ...others.filter((other) => other !== bundled), bundled];
}

function openChatModels(
  config: Config,
  onFallback: (failure: ModelError) => void,
): Pick<Models, 'chatModel' | 'chatModels'> {
  const first = llmSettings(config, 'LLM');
  const second = llmSettings(config, 'FALLBACK_LLM');
  if (!first) return { chatModel: undefined };
  const chatModel = createRemoteChatModel(first);
  const fallback = second && createRemoteChatModel(second);
  const others = [first, ...(second ? [second] : [])].flatMap(({ trialModels = [], ...settings }) =>
    // The prices are those of the model of chats.
    trialModels.map((model) => createRemoteChatModel({ ...settings, model, prices: undefined })),
  );
  const all = [chatModel, ...(fallback ? [fallback] : []), ...others];
  return {
    chatModel: fallback ? withFallback(chatModel, fallback, onFallback) : chatModel,
    chatModels: [...new Map(all.map((model) => [model.name, model])).values()],
  };
}
