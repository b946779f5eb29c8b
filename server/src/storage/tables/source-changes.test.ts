import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { openEngine } from '#storage/open-store.ts';
import { createStore } from '#storage/store.ts';
import { newDataDir, removeDataDir, storageSettings } from '../../../tests/helpers/test-storage.ts';
import { addIndexed, addTenant } from '../../../tests/storage-contract/tenant.ts';
import { tellChanged } from './source-changes.ts';

it('the newest 10,000 changes of sources are kept, and some that are not cut off yet', async () => {
  const dataDir = newDataDir();
  const address = storageAddress(readConfig(storageSettings(dataDir)));
  const engine = await openEngine({
    ...address,
    environment: 'live',
    indexMemoryBytes: 0,
    isOnlyServer: true,
  });
  onTestFinished(async () => {
    await engine.close();
    await removeDataDir(dataDir);
  });
  const tenant = await addTenant(createStore(engine));
  const { workspaceId, knowledgeBaseId } = tenant;
  const { sourceChanges } = tenant.store;
  const source = {
    source_id: await addIndexed(tenant, ['acorn']),
    knowledge_base_id: knowledgeBaseId,
  };
  const change = (times: number): Promise<void> =>
    engine.transaction(
      (tx) =>
        tellChanged(
          { engine, tx, db: tx.db, workspaceId, knowledgeBaseIds: null, asUser: null },
          Array.from({ length: times }, () => source),
        ),
      { workspaceIds: [workspaceId] },
    );
  const begin = await sourceChanges.last();
  await change(4_000);
  const middle = await sourceChanges.last();
  await change(5_000);
  expect(await sourceChanges.after(begin, 20_000)).toHaveLength(9_000);
  await change(3_000);
  expect(await sourceChanges.after(begin, 1)).toBeUndefined();
  expect(await sourceChanges.after(middle, 20_000)).toHaveLength(8_000);
});
