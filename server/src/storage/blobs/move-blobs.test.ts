import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import type { SourceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import { openEngine, openSnapshot } from '#storage/open-store.ts';
import { createStore } from '#storage/store.ts';
import { BUCKETS_NOTE, type Bucket, HAS_BUCKETS, startBucket } from '../../../tests/helpers/bucket.ts';
import { newDataDir, removeDataDir, storageSettings } from '../../../tests/helpers/test-storage.ts';
import { addIndexed, addTenant, type Tenant } from '../../../tests/storage-contract/tenant.ts';
import { findBlobFaults } from './find-blob-faults.ts';
import { blobMoves } from './move-blobs.ts';

const HOUR_MS = 3_600_000;
const BYTES = Buffer.alloc(2_500_000, 'acorn and kettle');

describe.skipIf(!HAS_BUCKETS)(`files that move${BUCKETS_NOTE}`, () => {
  let bucket: Bucket;
  let engine: Engine;
  let tenant: Tenant;
  let sourceId: SourceId;
  let address: ReturnType<typeof storageAddress>;
  beforeAll(async () => {
    bucket = await startBucket();
  });
  afterAll(() => bucket.stop());
  beforeEach(async () => {
    const dataDir = newDataDir();
    const BLOB_STORE = `s3://files/${crypto.randomUUID()}`;
    address = storageAddress(readConfig({ ...storageSettings(dataDir), ...bucket.settings, BLOB_STORE }));
    engine = await openEngine({ ...address, environment: 'live', indexMemoryBytes: 0, isOnlyServer: true });
    onTestFinished(async () => {
      await engine.close();
      await removeDataDir(dataDir);
    });
    tenant = await addTenant(createStore(engine));
    sourceId = await addIndexed(tenant, ['acorn']);
    await tenant.store.transaction((tx) =>
      tx.contents.insertFile(
        sourceId,
        2,
        [0, 1, 2].map((part) => BYTES.subarray(part * 1_048_576, (part + 1) * 1_048_576)),
      ),
    );
  });

  const keys = () => bucket.keys(address.blobPlace?.prefix);
  const isWhole = async () => Buffer.from(await tenant.store.contents.file(sourceId, 2)).equals(BYTES);
  const times = () => ({ now: Date.now(), commitBy: Date.now() + 24 * HOUR_MS });
  const moveAll = async (from = engine) => {
    while (await blobMoves(from).moveFile(times()));
  };
  const deleteAll = async (before: number) => {
    while (await blobMoves(engine).deleteOne(before));
  };
  const notes = () => engine.reads.selectFrom('blob_deletions').selectAll().execute();
  /** A node that dies at its n-th transaction from now on. */
  const dyingAt = (last: number): Engine => {
    let transactions = 0;
    return {
      ...engine,
      transaction: async (work, options) => {
        transactions += 1;
        if (transactions >= last) throw new Error('killed');
        return await engine.transaction(work, options);
      },
    };
  };
  const takingBack = (): Engine => ({
    ...engine,
    ...(engine.blobs && { blobs: { ...engine.blobs, takesFiles: false } }),
  });

  it('an object whose row was never committed is deleted, and its file is whole', async () => {
    await expect(moveAll(dyingAt(2))).rejects.toThrow('killed');
    expect(await keys()).toHaveLength(1);
    expect(await isWhole()).toBe(true);
    await deleteAll(Date.now());
    expect(await keys()).toHaveLength(1);
    await deleteAll(Date.now() + 25 * HOUR_MS);
    expect(await keys()).toEqual([]);
    expect(await isWhole()).toBe(true);
  });

  it('an object that a row names is never deleted, until the row goes', async () => {
    await moveAll();
    const [key = ''] = await keys();
    expect((await bucket.read(key))?.equals(BYTES)).toBe(true);
    expect(await isWhole()).toBe(true);
    await deleteAll(Date.now() + 25 * HOUR_MS);
    expect(await isWhole()).toBe(true);
    await tenant.store.transaction((tx) =>
      tx.sources.remove({ source_id: sourceId, knowledge_base_id: tenant.knowledgeBaseId }),
    );
    await deleteAll(Date.now() - HOUR_MS);
    expect(await keys()).toEqual([key]);
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('the objects of a workspace are deleted with it', async () => {
    await moveAll();
    await tenant.store.transaction((tx) => tx.workspace.remove());
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('an object of content that was replaced is deleted', async () => {
    await moveAll();
    await tenant.store.transaction(async (tx) => {
      await tx.contents.insertFile(sourceId, 3, [BYTES.subarray(0, 100_000)]);
      await tx.contents.removeFilesBefore(sourceId, 3);
    });
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toEqual([]);
  });

  it('two nodes that move the same file leave one object', async () => {
    await Promise.all([moveAll(), moveAll({ ...engine })]);
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toHaveLength(1);
    expect(await isWhole()).toBe(true);
  });

  it('a node that was paused until its object was deleted names it in no row', async () => {
    const { blobs } = engine;
    if (!blobs) throw new Error('There is no bucket.');
    const paused: typeof blobs = {
      ...blobs,
      put: async (key, read) => {
        // Another node takes it for an object without a row.
        await deleteAll(Date.now() + 25 * HOUR_MS);
        return await blobs.put(key, read);
      },
    };
    await blobMoves({ ...engine, blobs: paused }).moveFile(times());
    expect(await isWhole()).toBe(true);
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toEqual([]);
  });

  it('a file moves back byte for byte, and a crash meanwhile loses nothing', async () => {
    await moveAll();
    const [key] = await keys();
    await expect(
      blobMoves({ ...dyingAt(1), blobs: takingBack().blobs }).moveBack(Date.now(), new Map()),
    ).rejects.toThrow('killed');
    expect(await isWhole()).toBe(true);
    expect(await keys()).toEqual([key]);
    const back = blobMoves(takingBack());
    expect(await back.moveBack(Date.now(), new Map())).toBe(true);
    expect(await back.moveBack(Date.now(), new Map())).toBe(false);
    await deleteAll(Date.now() + HOUR_MS);
    expect(await keys()).toEqual([]);
    expect(await isWhole()).toBe(true);
    expect(await back.moveFile(times())).toBe(false);
  });

  it('a damaged object stays where it is', async () => {
    await moveAll();
    const [key = ''] = await keys();
    await bucket.write(key, Buffer.alloc(BYTES.length));
    const damaged: Parameters<ReturnType<typeof blobMoves>['moveBack']>[1] = new Map();
    const back = blobMoves(takingBack());
    while (await back.moveBack(Date.now(), damaged));
    expect([...damaged.keys()]).toEqual([key]);
    expect(await blobMoves(engine).hasFiles()).toBe(true);
  });

  it('objects that are missing, damaged or of no row are found', async () => {
    const faults = async (now: number) => {
      const snapshot = await openSnapshot(address, 'live');
      try {
        return (await findBlobFaults(snapshot, now)).faults;
      } finally {
        await snapshot.close();
      }
    };
    await moveAll();
    const [key = ''] = await keys();
    const stray = `${key.slice(0, -3)}abc`;
    await bucket.write(stray, Buffer.alloc(1_500_000));
    const tomorrow = Date.now() + 25 * HOUR_MS;
    expect(await faults(Date.now())).toEqual([]);
    expect(await faults(tomorrow)).toEqual([
      expect.stringMatching(/^1 objects \(2 MB\) in s3:.* belong to no source of this installation\./),
    ]);
    await bucket.delete(stray);
    await bucket.write(key, Buffer.alloc(3));
    expect(await faults(tomorrow)).toEqual([
      expect.stringContaining(`another size than what was stored: ${key}.`),
    ]);
    await bucket.delete(key);
    expect(await faults(tomorrow)).toEqual([expect.stringContaining(`1 of 1 objects are missing`)]);
  });
});
