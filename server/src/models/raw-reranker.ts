import type { LabelledPassage } from './model.ts';

/** A reranking model whose scores rise with relevance, on a scale of its own. `withMeasuredChance` makes it a Reranker. */
export type RawReranker = {
  readonly id: string;
  readonly name: string;
  /** The relevance of the passages, in order: 0 to 1, or any numbers. Throws ModelError as a Reranker does. */
  judge(query: string, passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<number[]>;
};
