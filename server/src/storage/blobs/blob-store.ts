/** Where large bytes are kept besides the database. Its failures are StorageUnavailableErrors, because a retry may
 *  succeed. */
export type BlobStore = {
  /** Without credentials, such as `s3://files/footnote`. */
  readonly name: string;
  /** False if what is there must go back to the database. */
  readonly takesFiles: boolean;
  /** A new key, which no one can guess. owner: the environment, the workspace and what it is, such as `file`. */
  newKey(owner: readonly string[]): string;
  /** Stores bytes and verifies that they arrived. read: called twice, and again for each attempt. */
  put(key: string, read: () => Bytes): Promise<BlobAddress>;
  /** Throws BlobError when the bytes are missing or damaged: up to 4 MiB before the first of them is returned, of more before
   *  the last. waitMs: how long to wait for the store in all. Default: for as long as it sends something. */
  get(blob: BlobAddress, waitMs?: number): Promise<AsyncGenerator<Uint8Array, void>>;
  /** Reads from `from` up to before `to`. Only whole objects are compared with their sum. */
  getRange(blob: BlobAddress, range: { from: number; to: number }): Promise<AsyncGenerator<Uint8Array, void>>;
  /** Succeeds when there is nothing to delete. */
  delete(key: string): Promise<void>;
  /** All that belongs to an owner, in pages. */
  list(owner: readonly string[]): AsyncGenerator<StoredBlob[], void>;
  /** Throws an OperatorError if the store refuses to work with these settings, such as a wrong key. */
  check(): Promise<void>;
};

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What a row keeps of bytes in a BlobStore. */
export type BlobAddress = { key: string; sizeBytes: number; sha256: string };

/** changedAt: ISO 8601. */
export type StoredBlob = { key: string; sizeBytes: number; changedAt: string };
