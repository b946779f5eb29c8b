import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '#storage/open-store.ts';
import { DEEP_MODEL, understand } from '../../tests/storage-contract/read-chunks.ts';
import { segmentOf } from '../../tests/storage-contract/segment-of.ts';
import { addIndexed, addTenant, CONTRACT_INDEX_VERSION } from '../../tests/storage-contract/tenant.ts';
import { swapIn } from './ingest-source.ts';

it('new content waits to be read, and what a deep model had read of the old is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-swap-'));
  const store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const { store: ours, ...tenant } = await addTenant(store);
  const sourceId = await addIndexed({ store: ours, ...tenant }, ['acorn', 'birch']);
  await understand({ store: ours, ...tenant }, sourceId, [0, 1]);
  await ours.transaction((tx) => tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }));
  expect(await ours.understanding.pending({ limit: 9, modelId: DEEP_MODEL })).toEqual([]);

  const swapped = await ours.transaction(async (tx) => {
    const source = await tx.sources.update(sourceId, { revision: 2 });
    if (!source) throw new Error('The source is gone.');
    const prepared = {
      canonicalUrl: null,
      text: 'cedar',
      outline: { headings: [], pages: [] },
      chunks: [{ position: 0, start: 0, end: 5 }],
      segment: segmentOf(['cedar']).bytes,
      mimeType: 'text/plain',
      indexVersion: CONTRACT_INDEX_VERSION,
    };
    return await swapIn(tx, source, prepared, 5);
  });
  expect(swapped).toMatchObject({ understood_by: null, understood_chunks: 0 });
  expect(await ours.understanding.pending({ limit: 9, modelId: DEEP_MODEL })).toMatchObject([
    { source_id: sourceId, revision: 2, understood_chunks: 0, chunk_count: 1 },
  ]);
  for (const revision of [1, 2])
    expect(await ours.understanding.vectorsOf({ sourceId, revision }, DEEP_MODEL)).toEqual([]);
  const blocks = [0, 1].map((position) => ({ sourceId, revision: 1, position }));
  expect(await ours.understanding.blocksOf(blocks, DEEP_MODEL)).toEqual([undefined, undefined]);
});
