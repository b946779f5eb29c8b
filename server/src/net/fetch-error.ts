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

/** Why a URL could not be fetched. The message is one sentence for the person who entered the URL, and contains no host
 *  or address except the one they entered. The network error is the cause. */
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
