import type { Readable, Writable } from 'node:stream';

/** What happens in the browser, in a page if it has a session. */
export type DevToolsEvent = { method: string; params: DevToolsFields; sessionId: string | undefined };
export type DevToolsFields = Readonly<Record<string, unknown>>;

/** The Chrome DevTools Protocol over a pair of pipes: JSON texts that end with a zero byte. Unlike a port, pipes can be
 *  used by no other process, and need no library. */
export type DevTools = {
  /** Rejects if the browser refuses or ends. */
  send(method: string, params?: DevToolsFields, sessionId?: string): Promise<DevToolsFields>;
  /** Returns what stops it. */
  onEvent(listener: (event: DevToolsEvent) => void): () => void;
  /** Rejects all that waits. */
  end(reason: Error): void;
};

/** Bytes of a message. The text of a page is the largest. */
const MAX_MESSAGE = 128 * 1024 * 1024;

type Waiting = { resolve(result: DevToolsFields): void; reject(error: Error): void };
type Message = {
  id?: number;
  result?: DevToolsFields;
  error?: { message?: string };
  method?: string;
  params?: DevToolsFields;
  sessionId?: string;
};

/** onBroken: called if the browser sends what cannot be read. */
export function openDevTools(to: Writable, from: Readable, onBroken: (reason: Error) => void): DevTools {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(event: DevToolsEvent) => void>();
  let lastId = 0;
  let ended: Error | undefined;
  const end = (reason: Error): void => {
    ended ??= reason;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const take = (text: string): void => {
    const { id, result, error, method, params, sessionId } = JSON.parse(text) as Message;
    if (id !== undefined) {
      const waits = waiting.get(id);
      waiting.delete(id);
      if (error) waits?.reject(new Error(error.message ?? 'The browser refused.'));
      else waits?.resolve(result ?? {});
    } else if (method !== undefined)
      for (const listener of listeners) listener({ method, params: params ?? {}, sessionId });
  };
  readMessages(from, take, onBroken);
  to.on('error', () => {});
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        to.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      }),
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end,
  };
}

function readMessages(from: Readable, take: (text: string) => void, onBroken: (reason: Error) => void): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  from.on('error', () => {});
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    try {
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
        const text = Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8');
        parts = [];
        bytes = 0;
        start = end + 1;
        take(text);
      }
    } catch (cause) {
      onBroken(new Error('The browser sent a message that cannot be read.', { cause }));
    }
    const rest = chunk.subarray(start);
    if (rest.length === 0) return;
    parts.push(rest);
    bytes += rest.length;
    if (bytes <= MAX_MESSAGE) return;
    parts = [];
    bytes = 0;
    onBroken(new Error('The browser sent a message that is too large.'));
  });
}
