import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '#storage/open-store.ts';
import { DEEP_MODEL, understand } from '../../tests/storage-contract/read-chunks.ts';
import { segmentOf } from '../../tests/storage-contract/segment-of.ts';
import { addIndexed, addTenant, CONTRACT_INDEX_VERSION } from '../../tests/storage-contract/tenant.ts';
import { swapIn } from './ingest-source.ts';

/** A source with two chunks that a deep model has read. swap: gives it other content, or the same again. */
async function readSource() {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-swap-'));
  const store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const tenant = await addTenant(store);
  const sourceId = await addIndexed(tenant, []);
  const swap = (revision: number, texts: readonly string[]) =>
    tenant.store.transaction(async (tx) => {
      const source = await tx.sources.update(sourceId, { revision });
      if (!source) throw new Error('The source is gone.');
      let start = 0;
      const chunks = texts.map(({ length }, position) => {
        const end = start + length;
        const chunk = { position, start, end };
        start = end;
        return chunk;
      });
      const prepared = {
        canonicalUrl: null,
        places: null,
        text: texts.join(''),
        outline: { headings: [], pages: [] },
        chunks,
        segment: segmentOf(texts).bytes,
        mimeType: 'text/plain',
        indexVersion: CONTRACT_INDEX_VERSION,
      };
      return (await swapIn(tx, [{ source, prepared }], 5))[0];
    });
  await swap(1, ['acorn', 'birch']);
  await understand(tenant, sourceId, [0, 1]);
  await tenant.store.transaction((tx) =>
    tx.understanding.finish({ sourceId, revision: 1, modelId: DEEP_MODEL }),
  );
  const vectorCount = async (revision: number): Promise<number> =>
    (await tenant.store.understanding.vectorsOf({ sourceId, revision }, DEEP_MODEL)).length;
  return { swap, vectorCount };
}

it('a source that is indexed again with the same chunks, as after a new name, keeps what was read', async () => {
  const { swap, vectorCount } = await readSource();
  expect(await swap(1, ['acorn', 'birch'])).toMatchObject({
    understood_by: DEEP_MODEL,
    understood_chunks: 2,
  });
  expect(await vectorCount(1)).toBe(2);
});

it.each([
  ['its text is cut elsewhere', 1, ['acor', 'nbirch']],
  ['it has fewer chunks', 1, ['acornbirch']],
  ['it has more chunks', 1, ['acorn', 'birch', 'cedar']],
  ['its text is another of the same length', 1, ['acorn', 'cedar']],
  ['it is a new revision', 2, ['acorn', 'birch']],
] as const)('a source that is indexed again is read again if %s', async (_, revision, texts) => {
  const { swap, vectorCount } = await readSource();
  expect(await swap(revision, texts)).toMatchObject({ understood_by: null, understood_chunks: 0 });
  expect(await vectorCount(1)).toBe(0);
});

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
      places: null,
      text: 'cedar',
      outline: { headings: [], pages: [] },
      chunks: [{ position: 0, start: 0, end: 5 }],
      segment: segmentOf(['cedar']).bytes,
      mimeType: 'text/plain',
      indexVersion: CONTRACT_INDEX_VERSION,
    };
    return (await swapIn(tx, [{ source, prepared }], 5))[0];
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
