import { createInterface } from 'node:readline';
import { clientEnvironment } from '#config/client.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { VERSION } from '#lib/version.ts';
import { baseUrlOf } from './base-url.ts';

/** Where messages go, and how they are sent. */
type Service = { url: string; headers: Record<string, string> };

/** Bridges lines of JSON-RPC on stdin and stdout to POST /mcp, until stdin ends. Only messages go to stdout. */
export async function mcpCommand(): Promise<void> {
  const service = serviceOf(clientEnvironment());
  await assertReachable(service);
  const bridge = new Bridge(service);
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== '') bridge.take(line);
  await bridge.end();
}

function serviceOf(env: Record<string, string | undefined>): Service {
  const address = env['FOOTNOTE_URL'];
  const key = env['FOOTNOTE_API_KEY'];
  if (!address)
    throw wrong(
      'FOOTNOTE_URL is missing. Set it to the address of the service, such as http://localhost:8080.',
    );
  const url = `${baseUrlOf(address)}/mcp`;
  if (!key) throw wrong('FOOTNOTE_API_KEY is missing. Create a key under "API keys" in the dashboard.');
  if (!/^[!-~]+$/.test(key))
    throw wrong('FOOTNOTE_API_KEY has a space or another character that no key has.');
  return {
    url,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': `footnote-mcp/${VERSION}`,
    },
  };
}

const wrong = (message: string, cause?: unknown): OperatorError =>
  new OperatorError(message, { exitCode: 2, ...(cause !== undefined && { cause }) });

/** Asks before the first message, so that the log of a desktop program says what is wrong. */
async function assertReachable({ url, headers }: Service): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'reachable', method: 'ping' });
  const response = await fetch(url, { method: 'POST', headers, body }).catch((cause) => {
    throw wrong(
      `The service at ${url} does not answer. Check FOOTNOTE_URL, and whether the service runs.`,
      cause,
    );
  });
  const text = await response.text();
  if (response.ok) return;
  const name = response.status === 401 || response.status === 403 ? 'FOOTNOTE_API_KEY' : 'FOOTNOTE_URL';
  throw wrong(
    `${url} answered ${response.status}: ${messageIn(text) ?? 'it is no Footnote service'} Check ${name}.`,
  );
}

function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}

type Message = { id?: string | number; method?: string; params?: Record<string, unknown>; result?: unknown };

class Bridge {
  readonly #service: Service;
  /** Requests without an answer, by id. */
  readonly #running = new Map<string | number, AbortController>();
  readonly #sending = new Set<Promise<void>>();
  /** What `initialize` agreed on. */
  #version: string | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Passes a line on. Answers may come in another order. */
  take(line: string): void {
    const message = parse(line);
    if (message === undefined) {
      write({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_700, message: 'The line is not an object of JSON.' },
      });
      return;
    }
    if (message.method === 'notifications/cancelled') {
      const requestId = message.params?.['requestId'];
      if (typeof requestId === 'string' || typeof requestId === 'number')
        this.#running.get(requestId)?.abort();
      return;
    }
    const sending = this.#send(line, message).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Waits for the last answers. */
  async end(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(line: string, message: Message): Promise<void> {
    const { id } = message;
    const abort = new AbortController();
    if (id !== undefined) this.#running.set(id, abort);
    try {
      const response = await fetch(this.#service.url, {
        method: 'POST',
        headers: { ...this.#service.headers, ...headersOf(message, this.#version) },
        body: line,
        signal: abort.signal,
      });
      const text = await response.text();
      if (id !== undefined) this.#answer(message, response.status, text);
    } catch (error) {
      // A cancelled request gets no answer.
      if (id === undefined || abort.signal.aborted) return;
      const { message: reason, cause } = error as Error;
      const why = cause instanceof Error ? cause.message : reason;
      write(failure(id, `The service at ${this.#service.url} does not answer: ${why}`));
    } finally {
      if (id !== undefined) this.#running.delete(id);
    }
  }

  #answer({ id, method }: Message, status: number, text: string): void {
    const answer = parse(text);
    if (answer === undefined) {
      write(failure(id, `The service answered ${status} without a message.`));
      return;
    }
    if (status === 401) console.error(messageIn(text) ?? 'The key is not valid any more.');
    const agreed = (answer.result as { protocolVersion?: unknown } | undefined)?.protocolVersion;
    if (method === 'initialize' && typeof agreed === 'string') this.#version = agreed;
    // Errors from before the message was read have no id.
    write(answer.id === undefined ? { ...answer, id } : answer);
  }
}

/** The headers that repeat what the message says. */
function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const meta = params?.['_meta'] as Record<string, unknown> | null | undefined;
  const claimed = meta?.['io.modelcontextprotocol/protocolVersion'];
  const version = typeof claimed === 'string' ? claimed : method === 'initialize' ? undefined : agreed;
  const name = params?.[method === 'resources/read' ? 'uri' : 'name'];
  return {
    ...(version !== undefined && { 'mcp-protocol-version': headerValue(version) }),
    ...(typeof method === 'string' && { 'mcp-method': headerValue(method) }),
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  };
}

/** As it is if a header can carry it, otherwise in Base64. */
const headerValue = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const failure = (id: string | number | undefined, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_603, message },
});

const write = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
