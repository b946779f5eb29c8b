/** Every error code of the API. Statuses, retry advice and the OpenAPI document come from this table. Codes are part of the
 *  contract and are never renamed. */
export const ERROR_TABLE = {
  invalid_request: {
    status: 400,
    retryable: false,
    meaning: 'The body is malformed or a required field is missing.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: 'No API key was sent, or it is invalid, expired or revoked.',
  },
  forbidden: {
    status: 403,
    retryable: false,
    meaning: 'The key lacks permission (scope or environment), or the agent is inactive.',
  },
  not_found: { status: 404, retryable: false, meaning: 'The resource does not exist.' },
  conflict: {
    status: 409,
    retryable: true,
    meaning:
      'The same request is still running, what it adds already exists, or something else must be done first.',
  },
  unprocessable_entity: {
    status: 422,
    retryable: false,
    meaning: 'The request is well-formed but has invalid values.',
  },
  rate_limited: { status: 429, retryable: true, meaning: 'The request rate limit is exceeded.' },
  internal_error: { status: 500, retryable: true, meaning: 'An unexpected server error.' },
  unavailable: { status: 503, retryable: true, meaning: 'The service is overloaded or stopping.' },
} as const satisfies Record<string, { status: number; retryable: boolean; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** One wrong field: its JSON path (`tags[3]`, `limit`) and what would be right. */
export type ErrorDetail = { field: string; reason: string };

type AppErrorOptions = {
  details?: ErrorDetail[];
  /** A more specific status for `invalid_request`. */
  status?: 405 | 412 | 413 | 415 | 416 | 417 | 421 | 431;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** The error to throw for an API answer; `http/error-handler.ts` makes its body. Anything else that is thrown is answered as
 *  `internal_error`, and its cause is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? ERROR_TABLE[code].status;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** A 404 that names the id. Ids of other workspaces get the same answer as ids that never existed. */
export const notFound = (noun: string, id: string): AppError =>
  new AppError(
    'not_found',
    `No ${noun} has the id "${id.slice(0, 200)}". Ids are case-sensitive; list the ${noun}s to see those that exist.`,
  );

/** A 422 about one field. */
export const invalidField = (field: string, reason: string): AppError =>
  new AppError('unprocessable_entity', `${field}: ${reason}.`, { details: [{ field, reason }] });
