/** The database cannot serve now: it is out of reach, all of its connections are taken, or its disk is full. A retry
 *  may succeed. cause: the error of the database or the network. message: a sentence for the operator. */
export class StorageUnavailableError extends Error {
  constructor({
    cause,
    message = 'The database cannot be reached, or accepts no writes at the moment.',
  }: {
    cause: unknown;
    message?: string;
  }) {
    super(message, { cause });
    this.name = 'StorageUnavailableError';
  }
}
