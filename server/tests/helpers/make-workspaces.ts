import { newKey } from '#keys/create-key.ts';
import { systemClock } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { openStoreBesideServer, type StorageAddress } from '#storage/open-store.ts';
import { makeWorkspace } from '#workspace/make-workspace.ts';

/** The keys of new workspaces, each with a default knowledge base, in the live environment of a running service. */
export async function makeWorkspaces(address: StorageAddress, count: number): Promise<string[]> {
  const store = await openStoreBesideServer({ ...address, environment: 'live' });
  const keys: string[] = [];
  try {
    const [first] = await store.workspaceIds();
    const [base] = first ? await store.workspace(first).knowledgeBases.indexVersions() : [];
    if (!base) throw new Error('The service has no workspace yet.');
    const { index_version: indexVersion } = base;
    for (let i = 0; i < count; i++) {
      const workspace = store.workspace(newId('workspace'));
      await makeWorkspace(workspace, { name: `Workspace ${i}`, now: systemClock.now(), indexVersion });
      const { row, secret } = newKey(
        { store: workspace, clock: systemClock },
        { name: 'Key', scope: 'admin' },
      );
      await workspace.transaction((tx) => tx.keys.insert(row));
      keys.push(secret);
    }
  } finally {
    await store.close();
  }
  return keys;
}
