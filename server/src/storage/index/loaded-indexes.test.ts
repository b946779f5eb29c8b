import { expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { buildSegment } from '#segment/segment-builder.ts';
import { searchIndexes } from '#storage/memory-index/search-index.ts';
import { LoadedIndexes } from './loaded-indexes.ts';

const DIMENSIONS = 8;
const segment = buildSegment({
  dimensions: DIMENSIONS,
  vectors: new Float32Array(DIMENSIONS).fill(1),
  language: 'en',
  chunks: [{ terms: new Map([['acorn', 1]]), length: 1 }],
});

it('more small knowledge bases than a process can have memories are searched in turn', async () => {
  let reads = 0;
  const indexes = new LoadedIndexes({
    memoryBytes: Number.POSITIVE_INFINITY,
    read: async (_address, index, { atLeast }) => {
      reads += 1;
      index.add({ sourceId: newId('source'), revision: 1, changeNo: atLeast }, segment);
      return atLeast;
    },
  });
  const addresses = Array.from({ length: 16_500 }, () => ({
    workspaceId: newId('workspace'),
    knowledgeBaseId: newId('knowledgeBase'),
    indexVersion: 'one',
    atLeast: 1,
  }));
  const search = (address: (typeof addresses)[number]) =>
    indexes.use(
      [address],
      (opened) => searchIndexes(opened, { queryTerms: [{ term: 'acorn', weight: 1 }], limit: 5 }).length,
    );
  for (const address of addresses) expect(await search(address)).toBe(1);
  // Those that were searched last are still there, and the first were evicted.
  for (const address of addresses.slice(-2_000)) await search(address);
  expect(reads).toBe(addresses.length);
  for (const address of addresses.slice(0, 100)) await search(address);
  expect(reads).toBe(addresses.length + 100);
});
