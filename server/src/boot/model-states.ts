import type { Step } from '#lib/observe.ts';
import type { Models } from '#models/model.ts';

/** Whether each model answered its last request, and whether the deep model can run. */
export const modelStates = (
  { embedders, reranker, chatModel }: Models,
  failing: readonly Step[],
): Record<string, 'ok' | 'degraded'> => {
  const stateOf = (step: Step) => (failing.includes(step) ? 'degraded' : 'ok');
  return {
    embedding_model: stateOf('embed'),
    ...(embedders.deepFault?.() !== undefined && { deep_model: 'degraded' as const }),
    ...(reranker && { reranker: stateOf('rerank') }),
    ...(chatModel && { language_model: stateOf('generate') }),
  };
};
