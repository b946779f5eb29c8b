import type { Embedders } from '#models/model.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import { deepModelOf } from './find-waiting.ts';

/** How many more chunks of a workspace the deep model may read; 0 if there are `most` or more. What another model has
 *  read does not count, because it is going to be replaced. */
export async function roomToRead(
  { understanding }: Pick<WorkspaceReads, 'understanding'>,
  embedders: Embedders,
  most: number,
): Promise<number> {
  const counts = await understanding.countOf(undefined, deepModelOf(embedders)?.id);
  return Math.max(
    0,
    counts.reduce((room, { understood_chunks }) => room - understood_chunks, most),
  );
}
