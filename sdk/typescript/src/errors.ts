/** One field of a request that is wrong. */
export type ErrorDetail = { field: string; reason: string };

type ErrorBody = { code?: string; message?: string; request_id?: string; details?: ErrorDetail[] };

/** Every error of this SDK. Its subclasses say what happened; `code` is for programs, `message` for people. */
export class FootnoteError extends Error {
  override name = 'FootnoteError';
  /** Such as `not_found`. See docs/errors.md of Footnote for all of them. */
  readonly code: string;
  /** Of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** The fields at fault, if any. */
  readonly details: ErrorDetail[];
  /** How long the service asks you to wait before you repeat the request, if it does. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    more: {
      code: string;
      status?: number;
      requestId?: string;
      details?: ErrorDetail[];
      retryAfterMs?: number;
      cause?: unknown;
    },
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = more.code;
    this.status = more.status;
    this.requestId = more.requestId;
    this.details = more.details ?? [];
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** 400, and the rarer statuses of a malformed request. */
export class InvalidRequestError extends FootnoteError {
  override name = 'InvalidRequestError';
}

/** 401: no key was sent, or it is invalid, expired or revoked. */
export class UnauthorizedError extends FootnoteError {
  override name = 'UnauthorizedError';
}

/** 403: the key lacks permission. */
export class ForbiddenError extends FootnoteError {
  override name = 'ForbiddenError';
}

/** 404: it does not exist, or the key may not see it. */
export class NotFoundError extends FootnoteError {
  override name = 'NotFoundError';
}

/** 409: it exists already, or something else must be done first. */
export class ConflictError extends FootnoteError {
  override name = 'ConflictError';
}

/** 422: a value is wrong; `details` names the fields. */
export class UnprocessableEntityError extends FootnoteError {
  override name = 'UnprocessableEntityError';
}

/** 429: too many requests, or a token budget is used up. */
export class RateLimitedError extends FootnoteError {
  override name = 'RateLimitedError';
}

/** 500 and above. */
export class ServerError extends FootnoteError {
  override name = 'ServerError';
}

/** No answer arrived, or it broke off. */
export class ConnectionError extends FootnoteError {
  override name = 'ConnectionError';
}

/** What you waited for took longer than `timeoutMs`. */
export class TimeoutError extends FootnoteError {
  override name = 'TimeoutError';
}

/** A source could not be indexed; `code` and `message` are those of the source's `error`. */
export class SourceFailedError extends FootnoteError {
  override name = 'SourceFailedError';
}

/** A request to your webhook isn't from Footnote, or is too old. */
export class WebhookVerificationError extends FootnoteError {
  override name = 'WebhookVerificationError';
}

const BY_STATUS: Record<number, typeof FootnoteError> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitedError,
};

/** The statuses of errors that arrive inside a stream, after its 200. */
const BY_CODE: Record<string, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unprocessable_entity: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

/** The error of a failed answer. Its body is Footnote's, or anything, if a proxy answered. */
export function errorOf(body: unknown, response?: Response): FootnoteError {
  const { error = {} } = (typeof body === 'object' && body ? body : {}) as { error?: ErrorBody };
  const status = response?.ok === false ? response.status : (BY_CODE[error.code ?? ''] ?? 500);
  const type = BY_STATUS[status] ?? (status >= 500 ? ServerError : InvalidRequestError);
  const requestId = error.request_id ?? response?.headers.get('x-request-id') ?? undefined;
  const retryAfterMs = response && retryAfter(response);
  return new type(error.message ?? `The service answered ${status}.`, {
    code: error.code ?? (status >= 500 ? 'internal_error' : 'invalid_request'),
    status,
    ...(requestId !== undefined && { requestId }),
    ...(error.details && { details: error.details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** `Retry-After` counts seconds, or is a date where a proxy sets it. */
function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
