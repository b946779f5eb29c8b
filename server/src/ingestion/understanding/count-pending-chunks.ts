import type { Embedders } from '#models/model.ts';
import type { Store } from '#storage/store.ts';
import { deepModelOf } from './find-waiting.ts';

/** How many chunks of an environment wait for the deep model; 0 without one. */
export async function countPendingChunks(
  { unreadChunks }: Pick<Store, 'unreadChunks'>,
  embedders: Embedders,
): Promise<number> {
  const model = deepModelOf(embedders);
  if (!model) return 0;
  return (await unreadChunks(model.id))
    .filter((base) => embedders.deepOf(base.index_version, base.embedding_choice)?.id === model.id)
    .reduce((sum, { chunks }) => sum + chunks, 0);
}
