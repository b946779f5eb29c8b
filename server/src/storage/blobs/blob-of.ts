import type { Engine } from '#storage/engine.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { SourceFileRow } from '#storage/tables.ts';
import type { BlobAddress, BlobStore } from './blob-store.ts';

/** Where the bytes of a row are, if they are not in the row. */
export const blobOf = ({
  blob_key: key,
  blob_bytes,
  blob_sha256: sha256,
}: Pick<SourceFileRow, 'blob_key' | 'blob_bytes' | 'blob_sha256'>): BlobAddress | undefined =>
  key === null || sha256 === null ? undefined : { key, sizeBytes: Number(blob_bytes), sha256 };

/** The store of an engine whose rows say that it has one. */
export function blobsOf({ blobs }: Pick<Engine, 'blobs'>): BlobStore {
  if (blobs) return blobs;
  const message = 'The file is in a bucket that BLOB_STORE no longer names: set it again.';
  throw new StorageUnavailableError({ cause: undefined, what: 'file store', message });
}
