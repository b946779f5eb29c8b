import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { ENVIRONMENTS } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openS3Blobs } from '#storage/blobs/s3-blobs.ts';
import type { StorageAddress } from '#storage/open-store.ts';
import { type Check, checkOf } from './check.ts';

/** Checks the bucket of BLOB_STORE by a small object that it stores, reads and deletes. */
export async function* checkBucket(config: Config): AsyncGenerator<Check> {
  const { blobPlace } = storageAddress(config);
  if (!blobPlace) return;
  yield await checkOf('bucket', async () => {
    const blobs = openS3Blobs(blobPlace);
    await blobs.check();
    const key = blobs.newKey(['doctor']);
    const stored = await blobs.put(key, () => [Buffer.from(key)]);
    for await (const _ of await blobs.get(stored));
    await blobs.delete(key);
    return `${blobs.name} stores, reads and deletes`;
  });
}

/** Throws if the prefix of BLOB_STORE has files: they belong to no row of a restored installation, so it would never delete
 *  them. */
export async function assertUnused({ blobPlace }: StorageAddress): Promise<void> {
  if (!blobPlace) return;
  const blobs = openS3Blobs(blobPlace);
  for (const environment of ENVIRONMENTS)
    for await (const page of blobs.list([environment]))
      if (page.length > 0)
        throw new OperatorError(
          `${blobs.name} has files of another installation. Set BLOB_STORE to a prefix that is new, and delete the old one when you no longer need it: the backup has all files.`,
        );
}
