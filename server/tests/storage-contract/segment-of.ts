import { encodeSegment } from '#segment/segment.ts';
import { buildSegment } from '#segment/segment-builder.ts';

/** The dimensions of the vectors in the store under test. */
const CONTRACT_DIMENSIONS = 4;

/** The index of chunks whose words are their terms. All vectors are equal. */
export function segmentOf(chunks: readonly string[], language = 'en', dimensions = CONTRACT_DIMENSIONS) {
  const words = chunks.map((chunk) => chunk.split(' '));
  const vectors = new Float32Array(chunks.length * dimensions).fill(0.5);
  const segment = buildSegment({
    dimensions,
    vectors,
    language,
    chunks: words.map((terms) => ({
      terms: new Map(terms.map((term) => [term, 1])),
      length: terms.length,
    })),
  });
  return { chunkCount: chunks.length, bytes: encodeSegment(segment) };
}
