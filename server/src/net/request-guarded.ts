import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { startDeadline, untilAborted } from './deadline.ts';
import { explainFailure } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export type GuardedRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable | undefined;
  /** Timeout until the response headers arrive. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

export type GuardedResponse = {
  readonly status: number;
  /** By name in lower case; of a repeated header the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it comes, at most so many bytes. Throws FetchError. A caller that does not read it closes it. */
  read(maxBytes: number): AsyncGenerator<Uint8Array>;
  close(): void;
};

/** Sends one request of any method. Redirects are results: a protocol that follows them decides where to.
 *  agent: decides which hosts may be connected to. Throws FetchError. */
export async function requestGuarded(
  agent: GuardedAgent,
  url: URL,
  { method, headers, body, timeoutMs, signal }: GuardedRequest,
): Promise<GuardedResponse> {
  const place = { host: url.host, isRedirected: false };
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const response = await untilAborted(
      agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': 'identity', ...headers },
        body: body ?? null,
        signal,
      }),
      deadline.signal,
    );
    // If the signal aborts between two reads, the body is destroyed while it has no listener.
    response.body.on('error', () => {});
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name.toLowerCase(),
          (Array.isArray(value) ? value[0] : value) ?? '',
        ]),
      ),
      read: (maxBytes) => readBody(response.body, maxBytes, place),
      close: () => response.body.destroy(),
    };
  } catch (error) {
    const ended = deadline.ended();
    if (ended === 'timeout')
      throw new FetchError('timeout', `${url.host} did not answer within ${timeoutMs / 1000} seconds.`, {
        cause: error,
      });
    if (ended === 'aborted')
      throw new FetchError('aborted', `The request to ${url.host} was stopped.`, { cause: error });
    throw explainFailure(error, place);
  } finally {
    deadline.dispose();
  }
}

async function* readBody(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  place: { host: string; isRedirected: boolean },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const part of body as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > maxBytes)
        throw new FetchError(
          'too_large',
          `${place.host} sent more than ${maxBytes} bytes, which is the limit.`,
        );
      yield part;
    }
  } catch (error) {
    throw explainFailure(error, place);
  } finally {
    // Closes the connection unless the body was read to its end.
    body.destroy();
  }
}
