/** Bytes are missing in the store of BLOB_STORE, or differ from those that were put there. what: the end of a sentence, such
 *  as "is missing". */
export class BlobError extends Error {
  readonly key: string;

  constructor({ key }: { key: string }, store: string, what: string) {
    super(`The object ${key} in ${store} ${what}. Restore it from a backup of the bucket.`);
    this.name = 'BlobError';
    this.key = key;
  }
}
