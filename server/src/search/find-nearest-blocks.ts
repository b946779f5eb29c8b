import type { BlockVector } from '#segment/block-vectors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { Span } from '#text/sentences.ts';
import type { Hit } from './hit-selector.ts';

/** The block of each hit that is nearest to the query in meaning. Leaves out hits that no deep model has read, and those
 *  without a block that says anything. */
export async function findNearestBlocks(
  { understanding }: Pick<WorkspaceStore, 'understanding'>,
  hits: readonly Hit[],
): Promise<Map<Hit, Span>> {
  const nearest = new Map<Hit, Span>();
  for (const [modelId, ofModel] of Map.groupBy(hits, ({ candidate }) => candidate.deepQuery?.modelId)) {
    if (modelId === undefined) continue;
    const addresses = ofModel.map(({ candidate }) => candidate);
    const read = await understanding.blocksOf(addresses, modelId);
    for (const [index, hit] of ofModel.entries()) {
      const block = nearestTo(hit.candidate.deepQuery?.vector, read[index] ?? []);
      if (block) nearest.set(hit, { start: block.start, end: block.end });
    }
  }
  return nearest;
}

function nearestTo(query: Float32Array | undefined, blocks: readonly BlockVector[]): BlockVector | undefined {
  if (!query) return undefined;
  let best: BlockVector | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const block of blocks) {
    // A block without words has zeros.
    const cosine = block.scale === 0 ? Number.NEGATIVE_INFINITY : block.scale * product(query, block.vector);
    if (cosine <= most) continue;
    most = cosine;
    best = block;
  }
  return best;
}

function product(query: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (query[d] ?? 0) * (vector[d] ?? 0);
  return sum;
}
