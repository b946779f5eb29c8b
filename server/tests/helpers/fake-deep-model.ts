import type { DeepModel } from '#models/model.ts';
import { unitVector } from '#models/unit-vector.ts';

const DIMENSIONS = 384;

/** beforePassage: awaited before each passage, so that a test can hold it. queryVector: stands in for the vector of a query;
 *  undefined means that reading it could not begin in time. */
type Options = {
  id?: string;
  beforePassage?: (text: string) => Promise<void>;
  queryVector?: (text: string) => Float32Array | undefined;
};

/** A deep model that costs nothing: two texts are the nearer the more words they share. It has all the patience in the world. */
export function createFakeDeepModel({
  id = 'fake-deep/1',
  beforePassage = async () => {},
  queryVector = vectorOf,
}: Options = {}): DeepModel {
  return {
    id,
    name: 'multilingual-e5-small',
    dimensions: DIMENSIONS,
    embedQuery: async (text, options) => {
      options?.signal?.throwIfAborted();
      return queryVector(text);
    },
    embedPassage: async (text, blocks, signal) => {
      await beforePassage(text);
      signal?.throwIfAborted();
      return {
        passage: vectorOf(text),
        blocks: blocks.map(({ start, end }) => vectorOf(text.slice(start, end))),
      };
    },
    close: async () => {},
  };
}

/** Each word adds to three places of the vector, which its letters decide. */
function vectorOf(text: string): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (let seed = 1; seed <= 3; seed++) {
      let hash = seed;
      for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      const place = (hash >>> 8) % DIMENSIONS;
      sum[place] = (sum[place] ?? 0) + (hash & 1 ? 1 : -1);
    }
  }
  return unitVector(sum) ?? sum;
}
