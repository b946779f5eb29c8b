import { newId } from '#lib/ids.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';

type NewWorkspace = {
  name: string;
  now: number;
  /** The index version of its knowledge base. */
  indexVersion: string;
};

/** Creates a workspace with its default knowledge base, in one environment, unless it exists. `more`: runs in the
 *  same transaction. */
export async function makeWorkspace(
  store: WorkspaceStore,
  { name, now, indexVersion }: NewWorkspace,
  more?: (tx: WorkspaceTransaction) => Promise<void>,
): Promise<void> {
  const stamps = { created_at: now, updated_at: now };
  await store.transaction(async (tx) => {
    if (await tx.workspace.exists()) return;
    await tx.workspace.create({ name, ...stamps });
    await tx.knowledgeBases.insert({
      knowledge_base_id: newId('knowledgeBase'),
      name: 'Default',
      description: 'For sources that name no knowledge base.',
      is_default: 1,
      index_version: indexVersion,
      ...stamps,
    });
    await more?.(tx);
  });
}
