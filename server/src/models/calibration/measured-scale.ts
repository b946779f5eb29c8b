import { memoizeAsync } from '#lib/async/memoize-async.ts';
import type { EmbeddedQuery, Embedder } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { RawEmbedder } from '#models/raw-embedder.ts';
import { PROBE } from './probe.ts';

/** Mean cosines of a model for the questions of the probe: with their own passages, and with those of other questions
 *  in the same language. */
export type ProbeCosines = { matching: number; apart: number };

/** The mean cosines of the bundled model, on whose scale scores are fitted (search/score.ts). */
export const BUNDLED_COSINES: ProbeCosines = { matching: 0.311, apart: 0.027 };

/** A model with a smaller difference would rank at random. */
const LEAST_DIFFERENCE = 0.02;

/** An embedder whose closeness is on the scale of the bundled model, whatever its own cosines (those of some models are
 *  never below 0.7). The scale is measured once, with two batches of short texts on the first query, and again after a
 *  failure. */
export function withMeasuredScale(raw: RawEmbedder): Embedder {
  // Not aborted with one caller's signal: others wait for it too.
  const scale = memoizeAsync(() => measure(raw));
  return {
    id: raw.id,
    name: raw.name,
    embedPassages: raw.embedPassages,
    async embedQuery(text, signal) {
      const [closenessOf, [vector]] = await Promise.all([scale(), raw.embedQueries([text], signal)]);
      return { vector: vector ?? new Float32Array(), closenessOf };
    },
  };
}

async function measure(raw: RawEmbedder): Promise<EmbeddedQuery['closenessOf']> {
  const [questions, passages] = await Promise.all([
    raw.embedQueries(PROBE.map(({ question }) => question)),
    raw.embedPassages(PROBE.map(({ passage }) => ({ text: passage, label: '' }))),
  ]);
  const cosines = probeCosines((question, passage) => dot(questions[question], passages[passage]));
  if (cosines.matching - cosines.apart < LEAST_DIFFERENCE) {
    throw new ModelError(
      `${raw.name} can't tell passages that answer a question from others: choose a retrieval model, with the prefixes and pooling it was trained for.`,
      { isRetryable: false },
    );
  }
  return scaleOf(cosines);
}

/** cosineOf: the cosine of a question and a passage, by their index in the probe. */
export function probeCosines(cosineOf: (question: number, passage: number) => number): ProbeCosines {
  const matching: number[] = [];
  const apart: number[] = [];
  for (const [i, { language }] of PROBE.entries()) {
    for (const [j, other] of PROBE.entries()) {
      if (i === j) matching.push(cosineOf(i, j));
      else if (language === other.language) apart.push(cosineOf(i, j));
    }
  }
  return { matching: mean(matching), apart: mean(apart) };
}

/** Maps the two means of a model to those of the bundled one, and 1 to 1: a straight line through the first two points,
 *  and another from the second to the third. */
export function scaleOf({ matching, apart }: ProbeCosines): EmbeddedQuery['closenessOf'] {
  const slope = (BUNDLED_COSINES.matching - BUNDLED_COSINES.apart) / (matching - apart);
  const slopeAbove = (1 - BUNDLED_COSINES.matching) / (1 - matching);
  return (cosine) => {
    // Rounding can take cosines slightly above 1.
    if (cosine >= matching) return Math.min(1, BUNDLED_COSINES.matching + slopeAbove * (cosine - matching));
    return Math.max(-1, BUNDLED_COSINES.matching - slope * (matching - cosine));
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function dot(a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
