/** A model that is not in this process could not be reached, refused, or answered with nonsense. The message names the
 *  model and the setting to look at, and is fit for people; it never holds a key. */
export class ModelError extends Error {
  /** Whether the same call may succeed later. */
  readonly isRetryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the call certainly cost nothing: the provider refused it, or never got it. */
  readonly isFree: boolean;

  constructor(
    message: string,
    options: {
      isRetryable: boolean;
      retryAfterSeconds?: number | undefined;
      isFree?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.isRetryable = options.isRetryable;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isFree = options.isFree ?? false;
  }
}
