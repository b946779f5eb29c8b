import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, ERROR_TABLE, type ErrorCode } from '#errors.ts';
import { ErrorDetail } from '#records/fields.ts';
import { BlobError } from '#storage/blob-error.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { isAnswered } from './answered-requests.ts';

const OPENAI_ALONE = 'Only on OpenAI-compatible endpoints.';

/** The schema of every error answer. */
export const ErrorBody = z
  .object({
    error: z
      .object({
        code: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]).meta({
          id: 'ErrorCode',
          description: 'What is wrong, for programs. Each code always has the same HTTP status.',
        }),
        message: z.string().meta({ description: 'What is wrong, and what to do about it.' }),
        request_id: z.string().meta({ description: 'Names this request in logs, prefix `req_`.' }),
        details: z
          .array(ErrorDetail)
          .optional()
          .meta({ description: 'The fields that are wrong; absent if it is none of them.' }),
        type: z.string().optional().meta({ description: OPENAI_ALONE }),
        param: z.string().nullable().optional().meta({ description: OPENAI_ALONE }),
      })
      .meta({ description: 'What went wrong.' }),
  })
  .meta({ id: 'Error', description: 'Why a request failed.' });

/** Turns every error of the app into the answer listed for its code. All error bodies are created here. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    isAnswered(request, reply) ? reply : sendError(error, request, reply),
  );
}

/** Ends a request with an error, unless its answer has begun. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = reportError(thrown, request);
  if (reply.sent) return reply;
  const body = request.routeOptions.config.protocol === 'mcp' ? rpcError : errorBody;
  return reply
    .status(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body(error, request));
}

/** Turns what was thrown into an `AppError`, and logs what operators should know. */
export function reportError(thrown: unknown, request: FastifyRequest): AppError {
  const error = translate(thrown);
  if (error.code === 'internal_error') request.log.error({ err: error.cause ?? error }, error.message);
  else if (error.cause !== undefined && error.status >= 500) {
    request.log.warn({ err: error.cause }, error.message);
  }
  return error;
}

/** The body of an error, as JSON and as the last event of a stream. */
export function errorBody(
  { code, message, details }: AppError,
  { id, routeOptions }: Pick<FastifyRequest, 'id'> & Partial<Pick<FastifyRequest, 'routeOptions'>>,
): z.infer<typeof ErrorBody> {
  return {
    error: {
      code,
      message,
      request_id: id,
      ...(details && { details }),
      ...(routeOptions?.config.protocol === 'openai' && {
        type: OPENAI_TYPES[code],
        param: details?.[0]?.field ?? null,
      }),
    },
  };
}

/** The same for the Model Context Protocol: an error of JSON-RPC without an id, because the request may not have been read. */
const rpcError = ({ code, message, details }: AppError, { id }: Pick<FastifyRequest, 'id'>) => ({
  jsonrpc: '2.0',
  error: {
    code: code === 'internal_error' ? RPC_INTERNAL_ERROR : RPC_INVALID_REQUEST,
    message,
    data: { code, request_id: id, ...(details && { details }) },
  },
});

const [RPC_INVALID_REQUEST, RPC_INTERNAL_ERROR] = [-32_600, -32_603];

/** The error types of OpenAI. */
const OPENAI_TYPES: Record<ErrorCode, string> = {
  invalid_request: 'invalid_request_error',
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  not_found: 'not_found_error',
  conflict: 'conflict_error',
  unprocessable_entity: 'invalid_request_error',
  rate_limited: 'rate_limit_error',
  internal_error: 'server_error',
  unavailable: 'server_error',
};

/** SQLite's code for a full disk. */
const SQLITE_FULL = 13;

/** Converts an error of a library to an `AppError`. */
function translate(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof StorageUnavailableError) {
    return new AppError(
      'unavailable',
      `The ${error.what} is unavailable. Send the request again in a few seconds.`,
      {
        cause: error,
        headers: { 'retry-after': '5' },
      },
    );
  }
  if (error instanceof BlobError)
    return new AppError(
      'internal_error',
      'The original file is missing or damaged in the file store. Add it again, or ask the operator to restore it.',
      { cause: error },
    );
  const { code, statusCode, errcode } = error as Partial<FastifyError> & { errcode?: number };
  switch (code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_request', "The body isn't valid JSON. Send one JSON object in UTF-8.", {
        cause: error,
      });
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('invalid_request', 'The body is empty. Send a JSON object.', { cause: error });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('invalid_request', 'The body is larger than this endpoint accepts.', {
        status: 413,
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(
        'invalid_request',
        'The media type of the body is not supported. Send "Content-Type: application/json".',
        { status: 415, cause: error },
      );
  }
  if (errcode === SQLITE_FULL)
    return new AppError('unavailable', 'The disk is full. Nothing was written.', {
      cause: error,
      headers: { 'retry-after': '60' },
    });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('invalid_request', 'The request is malformed. Check its URL, headers and body.', {
      cause: error,
    });
  }
  return new AppError(
    'internal_error',
    'Something went wrong. The log has the error under this request id.',
    { cause: error },
  );
}
