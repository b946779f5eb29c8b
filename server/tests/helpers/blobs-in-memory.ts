import { expect } from 'vitest';
import { newId, type WorkspaceId } from '#lib/ids.ts';
import type { BlobStore } from '#storage/blobs/blob-store.ts';
import type { Engine } from '#storage/engine.ts';
import { createStore } from '#storage/store.ts';

/** A store for tests of the statements around it. */
export function blobsInMemory(): BlobStore {
  const objects = new Map<string, Uint8Array>();
  return {
    name: 'memory',
    takesFiles: true,
    newKey: (owner) => [...owner, crypto.randomUUID()].join('/'),
    put: async (key, read) => {
      const bytes = Buffer.concat(await Array.fromAsync(read()));
      objects.set(key, bytes);
      return { key, sizeBytes: bytes.length, sha256: '' };
    },
    get: async ({ key }) =>
      (async function* () {
        yield objects.get(key) ?? new Uint8Array();
      })(),
    getRange: async ({ key }, { from, to }) =>
      (async function* () {
        yield (objects.get(key) ?? new Uint8Array()).subarray(from, to);
      })(),
    delete: async (key) => void objects.delete(key),
    list: async function* () {},
    check: async () => {},
  };
}

/** Moves a file to the store of BLOB_STORE and back, reads it in both places and deletes it. */
export async function moveAFile(engine: Engine, workspaceId: WorkspaceId): Promise<void> {
  const store = createStore(engine);
  const { sources, contents, transaction } = store.workspace(workspaceId);
  const [sourceId = newId('source')] = await sources.ids({});
  const bytes = Buffer.alloc(1_100_000);
  await transaction((tx) =>
    tx.contents.insertFile(sourceId, 98, [bytes.subarray(0, 70_000), bytes.subarray(70_000)]),
  );
  while (await store.blobs.moveFile({ now: 0, commitBy: 1 }));
  expect(await store.blobs.hasFiles()).toBe(true);
  expect(await contents.file(sourceId, 98)).toHaveLength(bytes.length);
  const { blobs } = engine;
  const back = createStore({ ...engine, ...(blobs && { blobs: { ...blobs, takesFiles: false } }) });
  while (await back.blobs.moveBack(0, new Map()));
  expect(await store.blobs.hasFiles()).toBe(false);
  expect(await contents.file(sourceId, 98)).toHaveLength(bytes.length);
  while (await store.blobs.moveFile({ now: 0, commitBy: 1 }));
  await transaction(async (tx) => {
    await tx.contents.insertFile(sourceId, 99, [Buffer.alloc(1)]);
    await tx.contents.removeFilesBefore(sourceId, 99);
  });
  expect(await store.blobs.deleteOne(Date.now() + 60_000)).toBe(true);
}
