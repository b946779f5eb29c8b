/** Every error that the service can answer with: one table, from which the status, the retry advice, the OpenAPI
 *  document and the docs page are made. Codes are part of the contract and are never renamed. */
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
      'The same request is still running, what it would add is there already, or something else has to be done first.',
  },
  unprocessable_entity: {
    status: 422,
    retryable: false,
    meaning: 'The request is well-formed and has invalid values.',
  },
  rate_limited: { status: 429, retryable: true, meaning: 'The request rate limit is exceeded.' },
  internal_error: { status: 500, retryable: true, meaning: 'An unexpected error of the server.' },
  unavailable: { status: 503, retryable: true, meaning: 'The service is overloaded or stopping.' },
} as const satisfies Record<string, { status: number; retryable: boolean; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_TABLE;

/** One wrong field: its JSON path (`tags[3]`, `limit`) and what would be right. */
export type ErrorDetail = { field: string; reason: string };

type AppErrorOptions = {
  details?: ErrorDetail[];
  /** A more exact status for the same code: all of these are `invalid_request`. */
  status?: 405 | 413 | 415 | 417 | 421 | 431;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** The one error that becomes an answer as it is; `http/error-handler.ts` makes the body. Anything else that is
 *  thrown is a fault of ours and is answered as `internal_error`, with the cause in the log alone. */
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

/** A 404 that names what was looked for. Another workspace's id gets the same answer as one that never was. */
export const notFound = (noun: string, id: string): AppError =>
  new AppError(
    'not_found',
    `No ${noun} has the id "${id.slice(0, 200)}". Ids are case-sensitive; list the ${noun}s to see those that exist.`,
  );

/** A 422 about one field. */
export const invalidField = (field: string, reason: string): AppError =>
  new AppError('unprocessable_entity', `${field}: ${reason}.`, { details: [{ field, reason }] });
