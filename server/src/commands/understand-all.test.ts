import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createEmbedders } from '#models/embedders.ts';
import { openStore } from '#storage/open-store.ts';
import { SKIPPED } from '#storage/tables.ts';
import { createFakeDeepModel } from '../../tests/helpers/fake-deep-model.ts';
import { bundledEmbedder } from '../../tests/helpers/ingestion-queue.ts';
import { newDataDir, removeDataDir } from '../../tests/helpers/test-storage.ts';
import { addIndexed, addTenant } from '../../tests/storage-contract/tenant.ts';
import { understandAll } from './understand-all.ts';

it('an evaluation reads as much as the service would: no more than DEEP_CHUNKS_MAX, and says so', async () => {
  const dataDir = newDataDir();
  const store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  onTestFinished(async () => {
    await store.close();
    await removeDataDir(dataDir);
  });
  const instant = await bundledEmbedder();
  const deepModel = createFakeDeepModel();
  const embedders = createEmbedders(instant, [], { name: 'multilingual-e5-small', deepModel, instant });
  const tenant = await addTenant(store, undefined, embedders.indexVersionFor(null));
  const texts = (count: number) => Array.from({ length: count }, (_, position) => `text ${position}`);
  const large = await addIndexed(tenant, texts(30), { indexed_at: 2 });
  const small = await addIndexed(tenant, texts(20), { indexed_at: 1 });

  const logged: string[] = [];
  const services = {
    log: pino({}, { write: (line: string) => void logged.push(line) }),
    config: { ...readConfig({}), DEEP_CHUNKS_MAX: 25 },
    models: { embedders },
  };
  await understandAll(services, tenant.store);
  expect(await tenant.store.sources.find(large)).toMatchObject({ understood_by: SKIPPED });
  expect(await tenant.store.sources.find(small)).toMatchObject({
    understood_by: deepModel.id,
    understood_chunks: 20,
  });
  expect(logged.join()).toContain('DEEP_CHUNKS_MAX');
});
