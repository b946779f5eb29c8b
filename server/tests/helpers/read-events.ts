import type { Client } from './start-test-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into events by name.
export type ReadEvent = { event: string; data: any; id?: string };

/** A stream of server-sent events as a client reads it. */
export type EventReader = {
  status: number;
  headers: Headers;
  /** The next event; undefined at the end. Data is parsed when it is JSON. */
  next(): Promise<ReadEvent | undefined>;
  /** All that come until the end. */
  rest(): Promise<ReadEvent[]>;
  /** Comments that came so far. */
  comments(): number;
  /** Closes the connection. */
  close(): void;
};

/** Sends a request, GET without a body, and reads the events of its answer; the body of any other answer is its one event,
 *  `answer`. */
export async function openEvents(
  { baseUrl, key }: Pick<Client, 'baseUrl' | 'key'>,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: abort.signal,
  });
  let comments = 0;
  const events = eventsOf(response, () => comments++);
  const next = async (): Promise<ReadEvent | undefined> => (await events.next()).value ?? undefined;
  return {
    status: response.status,
    headers: response.headers,
    next,
    rest: async () => {
      const all: ReadEvent[] = [];
      for (let event = await next(); event; event = await next()) all.push(event);
      return all;
    },
    comments: () => comments,
    close: () => abort.abort(),
  };
}

/** All events of a chat that is streamed. */
export const streamChat = async (
  client: Pick<Client, 'baseUrl' | 'key'>,
  agent: string,
  body: Record<string, unknown>,
): Promise<ReadEvent[]> =>
  (await openEvents(client, `/v1/agents/${agent}/chat`, { ...body, stream: true })).rest();

async function* eventsOf(response: Response, onComment: () => void): AsyncGenerator<ReadEvent, undefined> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield { event: 'answer', data: await response.json() };
    return;
  }
  let text = '';
  for await (const part of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data === undefined) onComment();
      else {
        const id = field('id');
        yield {
          event: field('event') ?? 'message',
          data: data.startsWith('{') ? JSON.parse(data) : data,
          ...(id !== undefined && { id }),
        };
      }
    }
  }
  if (text !== '') throw new Error(`The stream broke off within an event: ${text}`);
}
