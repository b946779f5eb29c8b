export type FetchErrorCode =
  | 'blocked'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_redirect'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'reset'
  | 'aborted'
  | 'bad_response';

/** Why something could not be fetched. The message is one sentence for the person who named the address: it tells no
 *  host or address but the one this person typed. What the network said is the cause. */
export class FetchError extends Error {
  readonly code: FetchErrorCode;
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean;

  constructor(
    code: FetchErrorCode,
    message: string,
    options: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'FetchError';
    this.code = code;
    this.isRetryable = options.isRetryable ?? RETRYABLE.has(code);
  }
}

const RETRYABLE: ReadonlySet<FetchErrorCode> = new Set(['timeout', 'connect', 'reset']);
