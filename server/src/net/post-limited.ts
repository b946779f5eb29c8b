import type { Dispatcher } from 'undici';
import { startDeadline, untilAborted } from './deadline.ts';
import { explainFailure } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export { FetchError };

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout until the response headers arrive. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Limit for the encoded response body. The rest is not read. */
  readonly maxBytes: number;
};

export type PostResult = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The start of the body, as far as it arrived in time. */
  readonly start: Uint8Array;
};

/** How long to wait for the response body. */
const BODY_MS = 1_000;

/** Sends a body to a URL. Every response is a result, including redirects. Only the start of its body is read, and a
 *  truncated body is not an error.
 *  agent: decides which hosts may be connected to. Throws FetchError. */
export async function postLimited(agent: GuardedAgent, url: URL, request: PostRequest): Promise<PostResult> {
  const { headers, body, timeoutMs, signal, maxBytes } = request;
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const response = await untilAborted(
      agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers,
        body,
        signal: deadline.signal,
      }),
      deadline.signal,
    );
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      start: await startOf(response.body, maxBytes),
    };
  } catch (error) {
    const ended = deadline.ended();
    if (ended === 'timeout')
      throw new FetchError('timeout', `${url.host} did not answer within ${timeoutMs / 1000} seconds.`, {
        cause: error,
      });
    if (ended === 'aborted')
      throw new FetchError('aborted', `The request to ${url.host} was stopped.`, { cause: error });
    throw explainFailure(error, { host: url.host, isRedirected: false });
  } finally {
    deadline.dispose();
  }
}

/** Never throws, because only the status matters. */
async function startOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // If the signal aborts between two reads, the body is destroyed while it has no listener.
  body.on('error', () => {});
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      // Leaving the loop closes the connection.
      if (bytes > maxBytes) break;
    }
  } catch {
    // The body was cut off or took too long.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
