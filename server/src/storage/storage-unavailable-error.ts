/** The database cannot serve now: it is out of reach, all of its connections are taken, or its disk is full. Or the store
 *  of BLOB_STORE can't. A retry may succeed. cause: the error of the database or the network. message: a sentence for the
 *  operator. */
export class StorageUnavailableError extends Error {
  readonly what: 'database' | 'file store';

  constructor({
    cause,
    what = 'database',
    message = 'The database cannot be reached, or accepts no writes at the moment.',
  }: {
    cause: unknown;
    what?: StorageUnavailableError['what'];
    message?: string;
  }) {
    super(message, { cause });
    this.name = 'StorageUnavailableError';
    this.what = what;
  }
}
