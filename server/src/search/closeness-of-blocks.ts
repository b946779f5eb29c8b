import type { WorkspaceStore } from '#storage/store.ts';
import { cosineOf, readBlocks } from './find-nearest-blocks.ts';
import type { Hit } from './hit-selector.ts';
import { deepCloseness } from './score.ts';

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
