import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { patiently } from '#lib/async/patience.ts';
import { openS3Blobs } from '#storage/blobs/s3-blobs.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { Store } from '#storage/store.ts';

const START_MS = 3_000;

/** Throws an OperatorError if BLOB_STORE refuses its settings. A store that is out of reach only delays what needs its
 *  files, so it must not keep the service from starting. */
export async function checkBlobStore(config: Config, log: FastifyBaseLogger): Promise<void> {
  const { blobPlace } = storageAddress(config);
  if (!blobPlace) return;
  try {
    await patiently(() => openS3Blobs(blobPlace).check(), START_MS);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error({ err: error }, `${error.message} Downloads of files in it get 503 until it answers.`);
  }
}

/** Says that files are in a bucket which the settings no longer name. */
export async function warnOfMissingBlobStore(
  config: Config,
  stores: readonly Store[],
  log: FastifyBaseLogger,
): Promise<void> {
  if (config.BLOB_STORE !== undefined) return;
  for (const { environment, blobs } of stores)
    try {
      if (await blobs.hasFiles())
        log.error(
          { environment },
          'Original files are in a bucket, and get 503: set BLOB_STORE to it. With ?move=back they move to the database.',
        );
    } catch (error) {
      // A part of the database may be down, and the others work without this warning.
      log.warn({ err: error, environment }, 'whether files are in a bucket is not known');
    }
}
