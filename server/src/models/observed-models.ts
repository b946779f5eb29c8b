import { observePieces, observeStep } from '#lib/observe.ts';
import type { ChatModel, Embedder, Models, Reranker } from './model.ts';

/** The same models, with their calls visible to whatever observes the request or job. */
export function observedModels({ embedders, reranker, chatModel }: Models): Models {
  const known = new Map<Embedder, Embedder>();
  return {
    embedders: {
      ...embedders,
      ofIndex: (indexVersion) => {
        const embedder = embedders.ofIndex(indexVersion);
        const observed = embedder && (known.get(embedder) ?? observedEmbedder(embedder));
        if (embedder && observed) known.set(embedder, observed);
        return observed;
      },
    },
    reranker: reranker && observedReranker(reranker),
    chatModel: chatModel && observedChatModel(chatModel),
  };
}

const observedEmbedder = (embedder: Embedder): Embedder => ({
  ...embedder,
  embedQuery: (text, signal) =>
    observeStep('embed', () => embedder.embedQuery(text, signal), { model: embedder.name, signal }),
  embedPassages: (passages, signal) =>
    observeStep('embed', () => embedder.embedPassages(passages, signal), { model: embedder.name, signal }),
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
