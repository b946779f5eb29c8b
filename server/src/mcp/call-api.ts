import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DispatchFunc, inject } from 'light-my-request';
import { AppError, type ErrorCode } from '#errors.ts';
import { isSent } from '#http/is-sent.ts';

/** A request to the REST API. A list in the query repeats its parameter; what is undefined is left out. */
export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: Record<string, unknown>;
};

/** A successful answer. */
// biome-ignore lint/suspicious/noExplicitAny: the answer is read by name, as any client reads it.
export type ApiAnswer = { status: number; data: any; meta: { next_cursor?: string } };

/** Sends a request to the REST API with the key of the caller. Throws the error that the API answers. */
export type CallApi = {
  (request: ApiRequest): Promise<ApiAnswer>;
  /** The URL of this service at which a `link` of the API leads to its place: a client of the protocol knows no page
   *  that a path could belong to. */
  absolute(link: string): string;
  /** The principals for whom the connection reads, from the URL that its owner has set up: the model chooses the
   *  arguments of a tool, and may not choose who it is. */
  asUser: readonly string[] | undefined;
};

/** What identifies the caller: the REST request is authenticated, limited, counted and logged as one of theirs. */
const PASSED_ON = [
  'authorization',
  'host',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
];

/** Calls the REST API within the process, without a connection, on behalf of a request. Scopes, restrictions to knowledge
 *  bases, rate limits, usage, audit and revocation are therefore those of REST. The call ends when the client leaves. */
export function apiOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!isSent(reply)) gone.abort();
  });
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers[name] ?? (name === 'host' ? request.headers[':authority'] : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const dispatch = (innerRequest: IncomingMessage, answer: ServerResponse): void => {
    gone.signal.addEventListener('abort', () => answer.destroy(), { once: true });
    app.routing(innerRequest, answer);
  };
  return async ({ method, path, query = {}, body }: ApiRequest): Promise<ApiAnswer> => {
    if (gone.signal.aborted) throw clientLeft();
    const response = await inject(dispatch as DispatchFunc, {
      method,
      url: `${path}${queryString(query)}`,
      headers,
      remoteAddress: request.raw.socket.remoteAddress ?? '127.0.0.1',
      ...(body && { payload: body }),
    }).catch((error) => {
      throw gone.signal.aborted ? clientLeft() : error;
    });
    const answer = response.json();
    if (response.statusCode < 400) return { status: response.statusCode, meta: {}, ...answer };
    throw errorOf(answer, response.headers);
  };
}

const clientLeft = (): AppError => new AppError('invalid_request', 'The client closed the connection.');

function queryString(query: NonNullable<ApiRequest['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value ?? []].flat()) parameters.append(name, String(each));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

type ErrorAnswer = {
  error: { code: ErrorCode; message: string; details?: { field: string; reason: string }[] };
};

function errorOf({ error }: ErrorAnswer, headers: Record<string, unknown>): AppError {
  const { code, message, details } = error;
  const kept = Object.fromEntries(
    ['retry-after', 'www-authenticate'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  );
  return new AppError(code, message, { headers: kept, ...(details && { details }) });
}
