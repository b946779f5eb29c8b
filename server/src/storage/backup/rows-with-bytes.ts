import { OperatorError } from '#lib/operator-error.ts';
import { blobOf } from '#storage/blobs/blob-of.ts';
import type { BlobStore } from '#storage/blobs/blob-store.ts';
import { inParts } from '#storage/blobs/in-parts.ts';
import type { SourceFileRow, TableName } from '#storage/tables.ts';
import type { AnyRow } from './table-rows.ts';

/** The rows of a table, with those whose bytes are in a BlobStore as the rows that they would be in the database. So a
 *  restore does not need the bucket. */
export async function* withBytes(
  pages: AsyncIterable<AnyRow[]>,
  table: TableName,
  blobs: BlobStore | undefined,
): AsyncGenerator<AnyRow[]> {
  for await (const rows of pages) {
    if (table !== 'source_files' || rows.every((row) => row['blob_key'] === null)) yield rows;
    else for (const row of rows) yield* partsOf(row, blobs);
  }
}

async function* partsOf(row: AnyRow, blobs: BlobStore | undefined): AsyncGenerator<AnyRow[]> {
  const blob = blobOf(row as unknown as SourceFileRow);
  if (!blob) return yield [row];
  if (!blobs)
    throw new OperatorError('Original files are in a bucket. Set BLOB_STORE to it, as for the service.');
  let part = 0;
  for await (const bytes of inParts(await blobs.get(blob))) {
    yield [{ ...row, part, bytes, blob_key: null, blob_bytes: null, blob_sha256: null }];
    part += 1;
  }
}
