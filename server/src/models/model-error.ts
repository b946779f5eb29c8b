/** A remote or local model could not be reached, refused, or gave an invalid answer. The message names the model and
 *  the setting to check, is fit for users, and never contains a key. */
export class ModelError extends Error {
  /** Whether retrying may help. */
  readonly isRetryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the call cost nothing for certain: the provider refused it, or never received it. */
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
