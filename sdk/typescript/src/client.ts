import { ConnectionError, errorOf, FootnoteError, TimeoutError } from './errors.ts';
import { readEvents } from './events.ts';
import {
  type Answer,
  type AnswerMeta,
  answerOf,
  type ClientOptions,
  delayBefore,
  type EventStream,
  type Page,
  type PagedAnswer,
  type RequestOptions,
  type WithResponse,
} from './request.ts';

type Input = object | undefined;
/** A body that is sent as it is, and its media type. `replayable` is false for a stream, which can be read once. */
export type RawBody = { body: NonNullable<RequestInit['body']>; type: string; replayable: boolean };
type Reader<T> = (response: Response) => Promise<T>;
type Envelope<T> = { data: T; meta: AnswerMeta };

/** Sends requests. The resources call it; you need it only for paths that this version doesn't know. */
export class Client {
  /** Where requests go, without a slash at the end. */
  readonly baseUrl: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    const env = environment();
    this.#options = { ...options, apiKey: options.apiKey ?? env['FOOTNOTE_API_KEY'] };
    // OpenAI clients have a base URL that ends in /v1, and people copy it.
    this.baseUrl = (options.baseUrl ?? env['FOOTNOTE_URL'] ?? 'http://localhost:8080')
      .replace(/\/$/, '')
      .replace(/\/v1$/, '');
    if (!/^https?:\/\//i.test(this.baseUrl))
      throw new FootnoteError(`\`baseUrl\` must begin with http:// or https://, and is "${this.baseUrl}".`, {
        code: 'invalid_request',
      });
    if (!this.#options.apiKey)
      throw new FootnoteError('Pass `apiKey`, or set the environment variable FOOTNOTE_API_KEY.', {
        code: 'unauthorized',
      });
  }

  /** The `data` of the answer. queryNames: which fields of the input belong to the query, if there is a body too. */
  send<T>(
    verb: string,
    path: string,
    input?: Input,
    options?: RequestOptions,
    _?: false,
    queryNames?: string[],
  ): Answer<T> {
    return answerOf(
      this.request(verb, path, input, options, queryNames, async (response) => {
        if (response.status === 204) return resultOf(response, undefined as T);
        const { data, meta } = (await response.json()) as Envelope<T>;
        return resultOf(response, data, meta);
      }),
    );
  }

  sendForBody<T>(verb: string, path: string, input?: Input, options?: RequestOptions): Answer<T> {
    return answerOf(
      this.request(verb, path, input, options, undefined, async (response) =>
        resultOf(response, (await response.json()) as T),
      ),
    );
  }

  sendForText(verb: string, path: string, input?: Input, options?: RequestOptions): Answer<string> {
    return answerOf(
      this.request(verb, path, input, options, undefined, async (response) =>
        resultOf(response, await response.text()),
      ),
    );
  }

  sendForBytes(verb: string, path: string, input?: Input, options?: RequestOptions): Answer<Blob> {
    return answerOf(
      this.request(verb, path, input, options, undefined, async (response) =>
        resultOf(response, await response.blob()),
      ),
    );
  }

  sendForPage<T>(verb: string, path: string, query?: Input, options?: RequestOptions): PagedAnswer<T> {
    const result = this.request(verb, path, query, options, undefined, async (response) => {
      const { data, meta } = (await response.json()) as Envelope<T[]>;
      return resultOf(response, this.#pageOf(verb, path, query, options, data, meta), meta);
    });
    const answer = answerOf(result);
    return Object.assign(answer, {
      async *[Symbol.asyncIterator]() {
        yield* await answer;
      },
    });
  }

  /** asStream: whether the body must ask for a stream. isNamed: gives `{event, data}`, not the data alone as OpenAI's streams have it. */
  async *streamEvents<T>(
    verb: string,
    path: string,
    input?: Input,
    options: RequestOptions = {},
    asStream = false,
    isNamed = true,
  ): EventStream<T> {
    const body = asStream ? { ...input, stream: true } : input;
    const silence = new Deadline(this.#timeoutOf(options), options.signal);
    let isWhole = verb === 'GET';
    try {
      const response = await this.request(
        verb,
        path,
        body,
        { ...options, signal: silence.signal },
        undefined,
        (each) => Promise.resolve(each),
      );
      if (!response.body) return;
      for await (const { name, data } of readEvents(response.body, () => silence.reset())) {
        if (data === '[DONE]') return;
        const parsed = JSON.parse(data);
        if (name === 'error' || (!name && parsed.error)) throw errorOf(parsed, response);
        if (/(^done|\.completed|\.incomplete|\.failed)$/.test(name)) isWhole = true;
        yield (isNamed ? { event: name, data: parsed } : parsed) as T;
      }
    } catch (error) {
      throw silence.explain(error, this.baseUrl);
    } finally {
      silence.clear();
    }
    if (!isWhole) throw new ConnectionError('The stream broke off before its end.', { code: 'connection' });
  }

  /** One request with its retries. read: turns a successful answer into the result, and may fail like the connection. */
  async request<T>(
    verb: string,
    path: string,
    input: Input | RawBody,
    options: RequestOptions = {},
    queryNames: string[] | undefined,
    read: Reader<T>,
  ): Promise<T> {
    const { url, init, replayable } = this.#prepare(verb, path, input, options, queryNames);
    const maxRetries = replayable ? (options.maxRetries ?? this.#options.maxRetries ?? 2) : 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(url, init, options, read);
      } catch (error) {
        if (!(error instanceof FootnoteError)) throw error;
        const delayMs = delayBefore(attempt, maxRetries, error);
        if (delayMs === undefined) throw error;
        await sleep(delayMs, options.signal);
      }
    }
  }

  async #attempt<T>(url: string, init: RequestInit, options: RequestOptions, read: Reader<T>): Promise<T> {
    const deadline = new Deadline(this.#timeoutOf(options), options.signal);
    try {
      const response = await (this.#options.fetch ?? fetch)(url, { ...init, signal: deadline.signal });
      if (response.ok) return await read(response);
      const text = await response.text();
      throw errorOf(parsed(text), response);
    } catch (error) {
      throw deadline.explain(error, this.baseUrl);
    } finally {
      deadline.clear();
    }
  }

  #prepare(
    verb: string,
    path: string,
    input: Input | RawBody,
    options: RequestOptions,
    queryNames: string[] = [],
  ) {
    const isRaw = input !== undefined && 'body' in input && 'type' in input && 'replayable' in input;
    const raw = isRaw ? (input as RawBody) : undefined;
    const fields = isRaw ? [] : Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
    const isQuery = (name: string): boolean =>
      verb === 'GET' || verb === 'DELETE' || queryNames.includes(name);
    const query = new URLSearchParams(
      fields
        .filter(([name]) => isQuery(name))
        .flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])),
    ).toString();
    const json = Object.fromEntries(fields.filter(([name]) => !isQuery(name)));
    const isWrite = verb === 'POST' || verb === 'PATCH';
    const hasBody = raw !== undefined || (input !== undefined && verb !== 'GET' && verb !== 'DELETE');
    const headers = new Headers({
      accept: 'application/json',
      authorization: `Bearer ${this.#options.apiKey}`,
      ...(hasBody && { 'content-type': raw?.type ?? 'application/json' }),
      ...(isWrite && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...this.#options.headers,
      ...options.headers,
    });
    const init: RequestInit = {
      method: verb,
      headers,
      ...(hasBody && { body: raw?.body ?? JSON.stringify(json) }),
      ...(raw?.body instanceof ReadableStream && { duplex: 'half' }),
    };
    return {
      url: `${this.baseUrl}${path}${query && `?${query}`}`,
      init,
      replayable: raw?.replayable ?? true,
    };
  }

  #pageOf<T>(
    verb: string,
    path: string,
    query: Input,
    options: RequestOptions | undefined,
    data: T[],
    meta: AnswerMeta,
  ): Page<T> {
    const cursor = meta.next_cursor;
    const nextPage = async (): Promise<Page<T> | undefined> =>
      cursor === undefined ? undefined : this.sendForPage<T>(verb, path, { ...query, cursor }, options);
    return {
      data,
      meta,
      nextCursor: cursor,
      nextPage,
      async *[Symbol.asyncIterator]() {
        yield* data;
        // One page at a time: a list may be longer than memory, and than a stack.
        for (let page = await nextPage(); page; page = await page.nextPage()) yield* page.data;
      },
    };
  }

  #timeoutOf = ({ timeoutMs }: RequestOptions): number => timeoutMs ?? this.#options.timeoutMs ?? 120_000;
}

const resultOf = <T>(response: Response, data: T, meta?: AnswerMeta): WithResponse<T> => ({
  data,
  meta,
  response,
  requestId: response.headers.get('x-request-id') ?? meta?.request_id,
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy.
    return undefined;
  }
}

/** Ends an attempt when its time is over, or when the caller says so. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#outer = outer;
    if (outer?.aborted) this.#abort();
    outer?.addEventListener('abort', this.#abort);
    this.reset();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  reset(): void {
    clearTimeout(this.#timer);
    const error = new TimeoutError(`No answer within ${this.#timeoutMs} ms.`, { code: 'timeout' });
    this.#timer = setTimeout(() => this.#controller.abort(error), this.#timeoutMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }

  /** What to throw for an error: the caller's reason, the timeout, or a broken connection. */
  explain(error: unknown, baseUrl: string): unknown {
    if (this.#outer?.aborted) return this.#outer.reason;
    if (this.signal.aborted) return this.signal.reason;
    if (error instanceof FootnoteError) return error;
    return new ConnectionError(`The connection to ${baseUrl} failed: ${reasonOf(error)}`, {
      code: 'connection',
      cause: error,
    });
  }
}

/** Node says "fetch failed", and only in its cause why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || (message ?? String(error));
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The variables of Node, Deno and Bun; nothing in a browser. */
function environment(): Record<string, string | undefined> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env ?? {};
}
