import { newId } from '../../server/src/lib/ids.ts';
import { openStoreBesideServer } from '../../server/src/storage/open-store.ts';
import { storageBeside } from '../../server/tests/helpers/test-storage.ts';

/** Adds sources `Letter 1` and on to a knowledge base of a running service: only their rows, without text. */
export async function addSourceRows(
  dataDir: string,
  { knowledgeBaseId, count }: { knowledgeBaseId: string; count: number },
): Promise<void> {
  const beside = await openStoreBesideServer({ ...storageBeside(dataDir), environment: 'live' });
  const [workspaceId] = await beside.workspaceIds();
  const now = Date.now();
  await beside.workspace(workspaceId ?? 'ws_none').transaction(async (tx) => {
    for (let index = 1; index <= count; index++)
      await tx.sources.insert({
        source_id: newId('source'),
        knowledge_base_id: knowledgeBaseId as `kb_${string}`,
        type: 'text',
        name: `Letter ${index}`,
        url: null,
        status: 'indexed',
        stage: 'done',
        progress: 1,
        error: null,
        revision: 1,
        chunk_count: 1,
        tags: [],
        created_at: now,
        updated_at: now,
      });
  });
  await beside.close();
}
