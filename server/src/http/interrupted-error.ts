import { AppError } from '#errors.ts';

/** The key or sign-in of a request ended between two of its transactions: the first is committed, the next is not
 *  started. 409, because 401 promises that nothing was written. */
export class InterruptedError extends AppError {
  constructor(cause: AppError) {
    super('conflict', `The request was interrupted after only part of it was done. ${cause.message}`, {
      cause,
    });
  }
}

/** Waits for work that a request can do without, such as storing its own answer. */
export async function unlessInterrupted(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
  }
}
