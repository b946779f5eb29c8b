/** A remote or local model could not be reached, refused, or gave an invalid answer. The message names the model and
 *  the setting to check, is fit for users, and never contains a key. */
export class ModelError extends Error {
  /** Whether retrying may help. */
  readonly isRetryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the call cost nothing for certain: the provider refused it, or never received it. */
  readonly isFree: boolean;
  /** What a reply without the model says about it: a sentence for its readers, without names of settings. */
  readonly forReaders: string;

  constructor(
    message: string,
    options: {
      isRetryable: boolean;
      retryAfterSeconds?: number | undefined;
      isFree?: boolean;
      forReaders?: string;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.isRetryable = options.isRetryable;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isFree = options.isFree ?? false;
    this.forReaders = options.forReaders ?? 'The language model was out of reach.';
  }
}
