import type { BlockVector } from '#segment/block-vectors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { Span } from '#text/sentences.ts';
import type { Hit } from './hit-selector.ts';

/** The block of each hit that is nearest to the query in meaning. Leaves out hits that no deep model has read, and those
 *  without a block that says anything. */
export async function findNearestBlocks(
  store: Pick<WorkspaceStore, 'understanding'>,
  hits: readonly Hit[],
): Promise<Map<Hit, Span>> {
  const nearest = new Map<Hit, Span>();
  for (const { hit, query, blocks } of await readBlocks(store, hits)) {
    const block = nearestTo(query, blocks);
    if (block) nearest.set(hit, { start: block.start, end: block.end });
  }
  return nearest;
}

type BlocksOfHit = { hit: Hit; query: Float32Array; blocks: readonly BlockVector[] };

/** The blocks of the hits that a deep model has read, and the vector that it made of the query. */
export async function readBlocks(
  { understanding }: Pick<WorkspaceStore, 'understanding'>,
  hits: readonly Hit[],
): Promise<BlocksOfHit[]> {
  const found: BlocksOfHit[] = [];
  for (const [modelId, ofModel] of Map.groupBy(hits, ({ candidate }) => candidate.deepQuery?.modelId)) {
    if (modelId === undefined) continue;
    const addresses = ofModel.map(({ candidate }) => candidate);
    const read = await understanding.blocksOf(addresses, modelId);
    for (const [index, hit] of ofModel.entries()) {
      const [blocks, query] = [read[index], hit.candidate.deepQuery?.vector];
      if (blocks && query) found.push({ hit, query, blocks });
    }
  }
  return found;
}

function nearestTo(query: Float32Array, blocks: readonly BlockVector[]): BlockVector | undefined {
  let best: BlockVector | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const block of blocks) {
    // A block without words has zeros.
    const cosine = block.scale === 0 ? Number.NEGATIVE_INFINITY : cosineOf(query, block);
    if (cosine <= most) continue;
    most = cosine;
    best = block;
  }
  return best;
}

/** The cosine of a query and a block. */
export const cosineOf = (query: Float32Array, { scale, vector }: BlockVector): number =>
  scale * product(query, vector);

function product(query: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (query[d] ?? 0) * (vector[d] ?? 0);
  return sum;
}
