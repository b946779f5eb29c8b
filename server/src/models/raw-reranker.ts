import type { LabelledPassage } from './model.ts';

/** A reranking model as it comes: it gives more to what is more relevant, on a scale of its own. `withMeasuredChance`
 *  makes a Reranker of it. */
export type RawReranker = {
  readonly id: string;
  readonly name: string;
  /** The passages' relevance, in their order: from 0 to 1, or any numbers. Throws ModelError as a Reranker does. */
  judge(query: string, passages: readonly LabelledPassage[], signal?: AbortSignal): Promise<number[]>;
};
