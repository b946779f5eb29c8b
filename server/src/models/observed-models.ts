import { observePieces, observeStep } from '#lib/observe.ts';
import type { ChatModel, DeepModel, Embedder, Models, Reranker } from './model.ts';

/** The same models, with their calls visible to whatever observes the request or job. */
export function observedModels({ embedders, reranker, chatModel, chatModels }: Models): Models {
  const known = new Map<Embedder, Embedder>();
  const knownDeep = new Map<DeepModel, DeepModel>();
  return {
    embedders: {
      ...embedders,
      ofIndex: (indexVersion) => {
        const embedder = embedders.ofIndex(indexVersion);
        const observed = embedder && (known.get(embedder) ?? observedEmbedder(embedder));
        if (embedder && observed) known.set(embedder, observed);
        return observed;
      },
      deepOf: (indexVersion, choice) => {
        const deep = embedders.deepOf(indexVersion, choice);
        const observed = deep && (knownDeep.get(deep) ?? observedDeep(deep));
        if (deep && observed) knownDeep.set(deep, observed);
        return observed;
      },
    },
    reranker: reranker && observedReranker(reranker),
    chatModel: chatModel && observedChatModel(chatModel),
    ...(chatModels && { chatModels: chatModels.map(observedChatModel) }),
  };
}

const observedEmbedder = (embedder: Embedder): Embedder => ({
  ...embedder,
  embedQuery: (text, signal) =>
    observeStep('embed', () => embedder.embedQuery(text, signal), { model: embedder.name, signal }),
  embedPassages: (passages, signal) =>
    observeStep('embed', () => embedder.embedPassages(passages, signal), { model: embedder.name, signal }),
});

const observedDeep = (deep: DeepModel): DeepModel => ({
  ...deep,
  embedQuery: (text, options) =>
    observeStep('embed', () => deep.embedQuery(text, options), { model: deep.name, signal: options?.signal }),
  embedPassage: (text, blocks, signal) =>
    observeStep('embed', () => deep.embedPassage(text, blocks, signal), { model: deep.name, signal }),
});

const observedReranker = (reranker: Reranker): Reranker => ({
  ...reranker,
  rerank: (query, passages, signal) =>
    observeStep('rerank', () => reranker.rerank(query, passages, signal), { model: reranker.name, signal }),
});

const observedChatModel = (model: ChatModel): ChatModel => ({
  ...model,
  write: (prompt, signal) =>
    observePieces('generate', model.write(prompt, signal), { model: model.name, signal }),
});
