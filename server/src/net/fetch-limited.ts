import type { Dispatcher } from 'undici';
import { startDeadline, untilAborted } from './deadline.ts';
import { ACCEPT_ENCODING, contentCodings, decodeBody } from './decode-body.ts';
import { explainFailure, type FailurePlace, subjectOf } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';
import { hasCredentials, headersFor, isHttp, isRedirect, redirectTarget } from './redirects.ts';

export { FetchError };

export type FetchLimits = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit for the decoded body. */
  readonly maxBytes: number;
  /** Limit for the whole fetch: DNS, connections, redirects and the body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  readonly signal?: AbortSignal;
  /** Called with the final response's headers. Throws to refuse the response before its body is read. */
  readonly accept?: (response: ResponseHead) => void;
  /** Receives the decoded body in chunks. The next chunk waits until it resolves. */
  readonly onBody: (chunk: Uint8Array) => Promise<void> | void;
  /** Called before each request, including redirects. Throws to refuse the request. */
  readonly beforeRequest?: (url: URL) => Promise<void>;
};

/** Header names are in lower case. Repeated headers are joined with commas; `set-cookie` is omitted. */
export type ResponseHead = {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The final URL after redirects, without its fragment. */
  readonly url: string;
};

export type FetchResult = ResponseHead & { readonly bytes: number };

type Trip = {
  readonly agent: GuardedAgent;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly host: string;
  hops: number;
};

/** Fetches a URL, follows redirects, and passes on the decoded body as it arrives. Sends no cookies and no referrer;
 *  redirects to another origin drop every header that could be a secret. Every status except a redirect is a result.
 *  agent: decides which hosts may be connected to.
 *  Throws FetchError. Errors of `accept`, `onBody` and `beforeRequest` are rethrown unchanged. Either way, the connection
 *  is closed. */
export async function fetchLimited(
  agent: GuardedAgent,
  url: string | URL,
  limits: FetchLimits,
): Promise<FetchResult> {
  const first = firstAddress(url);
  const deadline = startDeadline(limits.timeoutMs, limits.signal);
  const trip: Trip = { agent, limits, signal: deadline.signal, host: first.host, hops: 0 };
  try {
    return await untilAborted(follow(trip, first), deadline.signal);
  } catch (error) {
    if (error instanceof CallersError) throw error.cause;
    const ended = deadline.ended();
    if (ended === 'timeout')
      throw new FetchError(
        'timeout',
        `${subjectOf(placeOf(trip))} did not answer in full within ${limits.timeoutMs / 1000} seconds.`,
        { cause: error },
      );
    if (ended === 'aborted')
      throw new FetchError('aborted', `The request to ${trip.host} was stopped.`, { cause: error });
    throw explainFailure(error, placeOf(trip));
  } finally {
    deadline.dispose();
  }
}

function firstAddress(text: string | URL): URL {
  if (!URL.canParse(String(text))) throw new FetchError('blocked', 'The address is not a URL.');
  const url = new URL(text);
  if (!isHttp(url)) throw new FetchError('blocked', 'Only http and https addresses are fetched.');
  if (hasCredentials(url))
    throw new FetchError(
      'blocked',
      `The address at ${url.host} contains a user name or password. Remove them.`,
    );
  url.hash = '';
  return url;
}

async function follow(trip: Trip, first: URL): Promise<FetchResult> {
  const { agent, limits, signal } = trip;
  let url = first;
  let headers = requestHeaders(limits.headers ?? {});
  for (;;) {
    await asCallers(() => limits.beforeRequest?.(new URL(url)));
    signal.throwIfAborted();
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers,
      signal,
    });
    // If the signal aborts between two reads, the body is destroyed while it has no listener.
    response.body.on('error', () => {});
    try {
      if (!isRedirect(response.statusCode)) return await take(trip, url, response);
      const target = redirectTarget(oneHeader(response.headers['location']), url, placeOf(trip));
      trip.hops += 1;
      if (trip.hops > limits.maxRedirects)
        throw new FetchError(
          'too_many_redirects',
          `${trip.host} redirects more than ${limits.maxRedirects} times.`,
        );
      headers = headersFor(headers, url, target);
      url = target;
    } finally {
      // Closes the connection unless the body was read to its end.
      response.body.destroy();
    }
  }
}

async function take(trip: Trip, url: URL, response: Dispatcher.ResponseData): Promise<FetchResult> {
  const { limits } = trip;
  const head: ResponseHead = {
    status: response.statusCode,
    headers: plainHeaders(response.headers),
    url: url.href,
  };
  await asCallers(() => limits.accept?.(head));
  const codings = contentCodings(head.headers['content-encoding'] ?? '');
  if (!codings)
    throw new FetchError(
      'bad_response',
      `${subjectOf(placeOf(trip))} uses a compression that was not asked for.`,
    );
  const isTooLarge = (): FetchError =>
    new FetchError(
      'too_large',
      `${subjectOf(placeOf(trip))} is larger than ${sizeInWords(limits.maxBytes)}, which is the limit.`,
    );
  // Compressed bytes count too: many of them may decode to nothing.
  const mostRaw = codings.length === 0 ? limits.maxBytes : rawAllowance(limits.maxBytes);
  if (Number(head.headers['content-length'] ?? 0) > mostRaw && response.statusCode !== 304)
    throw isTooLarge();
  let bytes = 0;
  for await (const chunk of decodeBody(atMost(response.body, mostRaw, isTooLarge), codings)) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) throw isTooLarge();
    await asCallers(() => limits.onBody(chunk));
  }
  return { ...head, bytes };
}

async function* atMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  isTooLarge: () => FetchError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw isTooLarge();
    yield chunk;
  }
}

/** Compression makes incompressible data slightly larger. */
const rawAllowance = (maxBytes: number): number => maxBytes + Math.ceil(maxBytes / 64) + 1024;

const sizeInWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${bytes} bytes`;

const requestHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  accept: '*/*',
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  'accept-encoding': ACCEPT_ENCODING,
});

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

const placeOf = (trip: Trip): FailurePlace => ({ host: trip.host, isRedirected: trip.hops > 0 });

/** Wraps an error of a callback so that it is not explained as a network error. */
class CallersError extends Error {}

async function asCallers(callback: () => Promise<void> | void): Promise<void> {
  try {
    await callback();
  } catch (error) {
    throw new CallersError('A callback refused', { cause: error });
  }
}
