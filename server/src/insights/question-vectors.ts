import { LRUCache } from 'lru-cache';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';

/** 1.5 kB each. */
const CACHED = 2_000;
/** How long a request may read questions, all of them together. */
const PATIENCE_MS = 5_000;

/** Reads questions with the deep model and keeps the vectors, so that a later request has more of them. */
export function createQuestionReader() {
  const cache = new LRUCache<string, Float32Array>({ max: CACHED });
  return {
    /** The vectors of questions, in their order; undefined where the model has not read one. Reads at most `most` that are
     *  not kept, the first ones, and stops when the model fails or the
     *  time is over. */
    read: async (
      model: DeepModel,
      questions: readonly string[],
      { most, signal }: { most: number; signal: AbortSignal },
    ): Promise<(Float32Array | undefined)[]> => {
      const keyOf = (question: string): string => `${model.id} ${question}`;
      const missing = [...new Set(questions)].filter((question) => !cache.has(keyOf(question)));
      const endsAt = performance.now() + PATIENCE_MS;
      for (const question of missing.slice(0, most)) {
        const patienceMs = endsAt - performance.now();
        const vector = patienceMs > 0 ? await readOne(model, question, { patienceMs, signal }) : undefined;
        if (!vector) break;
        cache.set(keyOf(question), vector);
      }
      return questions.map((question) => cache.get(keyOf(question)));
    },
  };
}

export type QuestionReader = ReturnType<typeof createQuestionReader>;

async function readOne(
  model: DeepModel,
  question: string,
  options: { patienceMs: number; signal: AbortSignal },
): Promise<Float32Array | undefined> {
  try {
    return await model.embedQuery(question, options);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}
