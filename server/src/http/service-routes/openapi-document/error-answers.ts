import { ERROR_TABLE, type ErrorCode } from '#errors.ts';
import { RATE_HEADERS, RETRY_AFTER } from './headers.ts';
import { type Json, type Operation, refTo } from './json.ts';

type Refusal = { name: string; code: ErrorCode; description: string; message: string; isForNow?: true };

/** The errors that clients meet, by status. */
const REFUSALS: Record<string, Refusal> = {
  400: {
    name: 'BadRequest',
    code: 'invalid_request',
    description: 'The body is malformed, or a required field is missing.',
    message: 'name: is required.',
  },
  401: {
    name: 'Unauthorized',
    code: 'unauthorized',
    description: ERROR_TABLE.unauthorized.meaning,
    message: 'The API key is not valid. Check that it is complete and was not revoked.',
  },
  403: {
    name: 'Forbidden',
    code: 'forbidden',
    description: ERROR_TABLE.forbidden.meaning,
    message: 'A read_only key can only send GET requests. POST needs scope read_write or admin.',
  },
  404: {
    name: 'NotFound',
    code: 'not_found',
    description: ERROR_TABLE.not_found.meaning,
    message:
      'No source has the id "src_1". Ids are case-sensitive; list the sources to see those that exist.',
  },
  409: {
    name: 'Conflict',
    code: 'conflict',
    description: ERROR_TABLE.conflict.meaning,
    message: 'A request with this Idempotency-Key is still running. Send it again in a few seconds.',
  },
  412: {
    name: 'PreconditionFailed',
    code: 'invalid_request',
    description: 'Someone has changed the resource since the version in `If-Match`.',
    message: 'Ada has changed the agent since you read it. Read it again, then repeat your change.',
  },
  413: {
    name: 'PayloadTooLarge',
    code: 'invalid_request',
    description: 'The body is larger than this endpoint accepts.',
    message: 'The body is larger than this endpoint accepts.',
  },
  415: {
    name: 'UnsupportedMediaType',
    code: 'invalid_request',
    description: 'The endpoint does not take bodies of this media type.',
    message: 'The media type of the body is not supported. Send "Content-Type: application/json".',
  },
  422: {
    name: 'UnprocessableEntity',
    code: 'unprocessable_entity',
    description: 'A field or parameter has an invalid value; `details` names it.',
    message: 'limit: must be a whole number from 1 to 100.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'rate_limited',
    description: 'A rate limit or a budget is used up. Wait as long as `Retry-After` says.',
    message: 'Too many requests. Send this one again in 12 seconds.',
    isForNow: true,
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'unavailable',
    description: 'The service is overloaded or stopping. Send the request again.',
    message: 'The database is unavailable. Send the request again in a few seconds.',
    isForNow: true,
  },
};

/** The named error answers, for `components.responses`. */
export const errorAnswers = (): Json =>
  Object.fromEntries([
    [
      'Error',
      { description: 'Any other error.', content: { 'application/json': { schema: refTo('Error') } } },
    ],
    ...Object.values(REFUSALS).map(({ name, code, description, message, isForNow }) => [
      name,
      {
        description,
        ...(isForNow && {
          headers: name === 'TooManyRequests' ? { ...RETRY_AFTER, ...RATE_HEADERS } : RETRY_AFTER,
        }),
        content: {
          'application/json': {
            schema: refTo('Error'),
            example: { error: { code, message, request_id: 'req_03haak908i78fvu7pai4eu0wf' } },
          },
        },
      },
    ]),
  ]);

/** Adds the errors that can occur, as far as the operation itself shows them, and `default` for all others. */
export function addErrorAnswers({ parameters = [], requestBody, responses, security }: Operation): void {
  const has = (place: string): boolean => parameters.some((each) => each.in === place);
  const can: Record<string, boolean> = {
    400: requestBody !== undefined || has('query'),
    401: (security ?? []).length > 0,
    403: (security ?? []).length > 0,
    404: has('path'),
    409: has('header') || requestBody !== undefined,
    412: parameters.some(({ name }) => name === 'If-Match'),
    413: requestBody !== undefined,
    415: requestBody !== undefined,
    422: requestBody !== undefined || has('query'),
    429: true,
    503: true,
  };
  for (const [status, { name }] of Object.entries(REFUSALS))
    if (can[status]) responses[status] ??= { $ref: `#/components/responses/${name}` };
  responses['default'] = { $ref: '#/components/responses/Error' };
}
