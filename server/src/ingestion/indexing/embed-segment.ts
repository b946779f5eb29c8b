import { SourceFault } from '#ingestion/parse/source-fault.ts';
import type { Embedder } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { decodeSegment, encodeSegment } from '#segment/segment.ts';
import { quantize } from '#segment/segment-builder.ts';
import type { FindableChunk } from './index-chunks.ts';
import { labelOf } from './label-chunks.ts';

/** The number of chunks between two progress reports. The embedder splits them into requests for its provider. */
const CHUNKS_PER_REPORT = 256;

/** Fills a segment that was built without vectors. For embedders that call another machine, which needs no worker
 *  thread.
 *  bytes: of the segment. report: called with the finished share. Throws SourceFault `embedding_failed`. */
export async function embedSegment(
  embedder: Embedder,
  { bytes, chunks, name }: { bytes: Uint8Array; chunks: readonly FindableChunk[]; name: string },
  { signal, report }: { signal: AbortSignal; report: (share: number) => void },
): Promise<Uint8Array> {
  const segment = decodeSegment(bytes);
  const scales = new Float32Array(chunks.length);
  let vectors = new Int8Array();
  let dimensions = 0;
  for (let from = 0; from < chunks.length; from += CHUNKS_PER_REPORT) {
    report(from / chunks.length);
    const passages = chunks
      .slice(from, from + CHUNKS_PER_REPORT)
      .map(({ text, heading }) => ({ text, label: labelOf(name, heading) }));
    const embedded = await embedder.embedPassages(passages, signal).catch(throwAsFault);
    for (const [index, vector] of embedded.entries()) {
      if (dimensions === 0) {
        dimensions = vector.length;
        vectors = new Int8Array(chunks.length * dimensions);
      }
      const row = from + index;
      scales[row] = quantize(vector, vectors.subarray(row * dimensions, (row + 1) * dimensions));
    }
  }
  return encodeSegment({ ...segment, dimensions, vectors, scales });
}

function throwAsFault(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  const { message, isRetryable } = error;
  throw new SourceFault('embedding_failed', 'embedding', message, { isRetryable, cause: error });
}
