import type { Dispatcher } from 'undici';
import { startDeadline, untilAborted } from './deadline.ts';
import { explainFailure } from './explain-failure.ts';
import { FetchError } from './fetch-error.ts';
import type { GuardedAgent } from './guarded-agent.ts';

export { FetchError };

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything until the headers of the answer are there. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of the answer's body, not decoded; the rest is not read. */
  readonly maxBytes: number;
};

export type PostResult = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the body: what of it came in time. */
  readonly start: Uint8Array;
};

/** How long the body of an answer is waited for. */
const BODY_MS = 1_000;

/** Sends a body to an address. Whatever answers is an answer, redirects too; what it says is read a little, and does not
 *  matter when it breaks off.
 *  agent: decides what may be connected to. Throws FetchError. */
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

/** Never throws: the status is what counts. */
async function startOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // An abort between two reads destroys the body without a listener.
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
    // It broke off, or took too long.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}
