import type { FootnoteError } from './errors.ts';

/** How a client behaves; each request can differ by its last argument. */
export type ClientOptions = {
  /** A key of one environment. Default: the environment variable FOOTNOTE_API_KEY. */
  apiKey?: string | undefined;
  /** The URL of that environment. Default: the environment variable FOOTNOTE_URL, or http://localhost:8080. */
  baseUrl?: string | undefined;
  /** How often a request is repeated after 429, 5xx, a broken connection or a timeout. Default: 2. */
  maxRetries?: number | undefined;
  /** How long one attempt may take, and how long a stream may be silent. Default: 120,000. */
  timeoutMs?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
};

export type RequestOptions = Pick<ClientOptions, 'maxRetries' | 'timeoutMs' | 'headers'> & {
  /** Ends the request; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Makes a POST or PATCH safe to repeat. Default: a new one for each call, so that retries never do it twice. */
  idempotencyKey?: string | undefined;
};

/** What came beside `data`. */
export type AnswerMeta = { request_id: string; timestamp: string; next_cursor?: string };

export type WithResponse<T> = {
  data: T;
  /** Undefined where the answer has no envelope. */
  meta: AnswerMeta | undefined;
  response: Response;
  requestId: string | undefined;
};

/** The `data` of an answer, when it arrives. */
export type Answer<T> = Promise<T> & {
  /** The same with its `meta`, its headers and its status. */
  withResponse(): Promise<WithResponse<T>>;
};

/** One page of a list. Iterate over it to get its entries and those of all later pages. */
export type Page<T> = AsyncIterable<T> & {
  data: T[];
  meta: AnswerMeta;
  /** Undefined on the last page. */
  nextCursor: string | undefined;
  /** Undefined on the last page. */
  nextPage(): Promise<Page<T> | undefined>;
};

/** A list: `await` gives its first page, `for await` every entry. */
export type PagedAnswer<T> = Answer<Page<T>> & AsyncIterable<T>;

/** Events in their order. The request begins with the first one you ask for; leaving the loop ends it. */
export type EventStream<T> = AsyncGenerator<T, void, undefined>;

export function answerOf<T>(result: Promise<WithResponse<T>>): Answer<T> {
  const data = result.then((each) => each.data);
  return Object.assign(data, {
    withResponse: () => {
      // Otherwise a failure would also be an unhandled rejection of `data`.
      data.catch(() => undefined);
      return result;
    },
  });
}

/** How long to wait before the next attempt; undefined if there should be none. */
export function delayBefore(attempt: number, maxRetries: number, error: FootnoteError): number | undefined {
  if (attempt >= maxRetries || !isTemporary(error)) return undefined;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs > LONGEST_WAIT_MS ? undefined : error.retryAfterMs;
  // With jitter, so that clients that failed together don't all retry together.
  return Math.min(8000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** The longest `Retry-After` that is obeyed; beyond it the error is yours. */
const LONGEST_WAIT_MS = 120_000;

/** 409 is temporary if the service says when to come back: the first attempt is still running. */
const isTemporary = ({ status, retryAfterMs }: FootnoteError): boolean =>
  status === undefined ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  (status === 409 && retryAfterMs !== undefined);
