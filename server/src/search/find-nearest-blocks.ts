import type { BlockVector } from '#segment/block-vectors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { Span } from '#text/sentences.ts';
import type { Hit } from './hit-selector.ts';
import { deepCloseness } from './score.ts';

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

/** How near each block of the hits is to the query (see deepCloseness), by where the block begins in the text of the chunk. Leaves out hits
 *  that no deep model has read. */
export async function closenessOfBlocks(
  store: Pick<WorkspaceStore, 'understanding'>,
  hits: readonly Hit[],
): Promise<Map<Hit, ReadonlyMap<number, number>>> {
  const read = await readBlocks(store, hits);
  return new Map(
    read.map(({ hit, query, blocks }) => [
      hit,
      new Map(
        blocks
          .filter(({ scale }) => scale !== 0)
          .map((block) => [block.start, deepCloseness(cosineOf(query, block))]),
      ),
    ]),
  );
}

type BlocksOfHit = { hit: Hit; query: Float32Array; blocks: readonly BlockVector[] };

async function readBlocks(
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

const cosineOf = (query: Float32Array, { scale, vector }: BlockVector): number =>
  scale * product(query, vector);

function product(query: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (query[d] ?? 0) * (vector[d] ?? 0);
  return sum;
}
