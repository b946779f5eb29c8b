import type { Step } from '#lib/observe.ts';
import type { Models } from '#models/model.ts';

/** Whether each model answered its last request. */
export const modelStates = (
  { reranker, chatModel }: Models,
  failing: readonly Step[],
): Record<string, 'ok' | 'degraded'> => {
  const stateOf = (step: Step) => (failing.includes(step) ? 'degraded' : 'ok');
  return {
    embedding_model: stateOf('embed'),
    ...(reranker && { reranker: stateOf('rerank') }),
    ...(chatModel && { language_model: stateOf('generate') }),
  };
};
