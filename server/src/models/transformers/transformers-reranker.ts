import { memoizeAsync } from '#lib/async/memoize-async.ts';
import { semaphore } from '#lib/async/semaphore.ts';
import { passageText } from '#models/raw-embedder.ts';
import type { RawReranker } from '#models/raw-reranker.ts';
import {
  assertTransformersInstalled,
  type Dtype,
  explainLocalFailure,
  findLocalModel,
  loadTransformers,
} from './load-transformers.ts';

export type TransformersRerankerOptions = {
  /** A folder or an id of the hub. */
  readonly model: string;
  readonly dtype: Dtype;
};

/** Pairs per batch; another query may run between two batches. */
const BATCH = 16;

/** The reranker of a cross-encoder that runs in this process, on threads of the ONNX runtime. Loaded on first use.
 *  Throws an OperatorError if the library or a file of the model is missing. */
export async function openTransformersReranker(options: TransformersRerankerOptions): Promise<RawReranker> {
  assertTransformersInstalled('RERANK_PROVIDER');
  const model = await findLocalModel(options.model, options.dtype, 'RERANK_MODEL');
  const oneAtATime = semaphore(1);
  const load = memoizeAsync(async () => {
    const { AutoTokenizer, AutoModelForSequenceClassification } = await loadTransformers();
    const tokenize = await AutoTokenizer.from_pretrained(model.source, model.options);
    const judge = await AutoModelForSequenceClassification.from_pretrained(model.source, model.options);
    return { tokenize, judge };
  });

  const judgeBatch = async (query: string, passages: readonly string[]): Promise<number[]> => {
    try {
      const { tokenize, judge } = await load();
      const inputs = tokenize(
        passages.map(() => query),
        { text_pair: [...passages], padding: true, truncation: true },
      );
      const { logits } = await judge(inputs);
      const labels = logits.data.length / passages.length;
      if (labels !== 1) throw new Error(`it returns ${labels} numbers per passage instead of one`);
      return Array.from(logits.data);
    } catch (error) {
      throw explainLocalFailure(model.name, 'RERANK_MODEL and RERANK_DTYPE', error);
    }
  };

  return {
    id: [model.name, options.dtype, model.hash].filter((part) => part !== undefined).join('/'),
    name: model.name,
    async judge(query, passages, signal) {
      const relevances: number[] = [];
      for (let from = 0; from < passages.length; from += BATCH) {
        const batch = passages.slice(from, from + BATCH).map(passageText);
        signal?.throwIfAborted();
        relevances.push(...(await oneAtATime(() => judgeBatch(query, batch))));
      }
      return relevances;
    },
  };
}
