import type { Embedder } from '#models/model.ts';
import type { Segment } from '#segment/segment.ts';
import { createSegmentBuilder, type SegmentBuilder } from '#segment/segment-builder.ts';
import { analyzePassage } from '#text/analyze.ts';
import type { Language } from '#text/language.ts';
import { createLabeler, labelOf } from './label-chunks.ts';

/** The searchable parts of a chunk: its text and the headings above it. */
export type FindableChunk = { text: string; heading?: string | undefined };

/** About 200 ms of work between two progress reports. */
const CHUNKS_PER_REPORT = 2_048;

/** Builds the search index of one source: embeds and analyses its chunks in batches. Without an embedder its vectors
 *  have no components; see embed-segment.ts.
 *  name: of the source. report: called with the finished share. */
export async function indexChunks(
  embedder: Embedder | undefined,
  { chunks, name, language }: { chunks: readonly FindableChunk[]; name: string; language: Language },
  report: (share: number) => void = () => {},
): Promise<Segment> {
  const addLabel = createLabeler(language);
  let builder: SegmentBuilder | undefined;
  for (let from = 0; from < chunks.length; from += CHUNKS_PER_REPORT) {
    report(from / chunks.length);
    const batch = chunks
      .slice(from, from + CHUNKS_PER_REPORT)
      .map(({ text, heading }) => ({ text, label: labelOf(name, heading) }));
    const vectors = (await embedder?.embedPassages(batch)) ?? [];
    for (const [row, { text, label }] of batch.entries()) {
      const vector = vectors[row] ?? new Float32Array();
      const analyzed = analyzePassage(text, language);
      addLabel(analyzed.terms, label);
      builder ??= createSegmentBuilder({ chunkCount: chunks.length, dimensions: vector.length, language });
      builder.add(vector, analyzed);
    }
  }
  if (!builder) throw new Error('A source without chunks has no index.');
  return builder.finish();
}
