import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { observedAsNow } from '#lib/observe.ts';
import { errorBody, reportError } from './error-handler.ts';

/** One server-sent event. `data` is sent as JSON, a string as it is; without a name the event is a `message`. id: from where the
 *  client goes on after a break. */
export type ServerEvent = { name?: string; data: unknown; id?: string | undefined };

export type EventStream = {
  /** An error before the first event is an ordinary error answer, and afterwards an event. */
  events: AsyncGenerator<ServerEvent, void>;
  /** The signal of the request. Aborting it ends the stream, even while it waits for an event. */
  signal: AbortSignal;
  /** The silence after which a comment is sent, so that proxies keep the connection open. */
  heartbeatMs: number;
  /** The name of the error event. */
  errorName?: string;
};

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Otherwise nginx buffers the events.
  'x-accel-buffering': 'no',
};
const HEARTBEAT = ': still here\n\n';
/** A connection that takes no bytes for this many heartbeats is closed. */
const DEAD_AFTER_HEARTBEATS = 4;
/** How long a slow client has to read the event that says why its stream ended. */
const LAST_EVENT_MS = 1_000;

/** Whether a client asks for events: by the field `stream`, or without it by its `Accept` header. */
export const wantsEvents = (request: FastifyRequest, stream: boolean | undefined): boolean =>
  stream ?? /\btext\/event-stream\b/i.test(request.headers.accept ?? '');

/** Answers with server-sent events. The next event is requested only once the client has taken the previous one, so
 *  that a slow reader does not fill the memory. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: EventStream,
): Promise<FastifyReply> {
  const { events, signal, heartbeatMs } = stream;
  if (request.method === 'HEAD') return await reply.headers(HEADERS).send();
  let deadline: NodeJS.Timeout | undefined;
  const endSoon = (): void => {
    deadline = setTimeout(() => reply.raw.destroy(), LAST_EVENT_MS);
  };
  try {
    const first = await events.next();
    signal.throwIfAborted();
    reply.hijack();
    const { raw } = reply;
    signal.addEventListener('abort', endSoon, { once: true });
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
    raw.setTimeout(DEAD_AFTER_HEARTBEATS * heartbeatMs, () => raw.destroy());
    const nextEvent = observedAsNow(() => events.next());
    await pipeline(framesOf(first, nextEvent, request, stream), raw);
  } catch (error) {
    // Once the answer has begun, this is only reached when the client has disconnected.
    if (!reply.sent) throw error;
  } finally {
    signal.removeEventListener('abort', endSoon);
    clearTimeout(deadline);
    void events.return().catch((error) => request.log.debug({ err: error }, 'a stream ended early'));
  }
  return reply;
}

/** The stream as it is written. */
async function* framesOf(
  first: IteratorResult<ServerEvent, void>,
  nextEvent: () => Promise<IteratorResult<ServerEvent, void>>,
  request: FastifyRequest,
  { signal, heartbeatMs, errorName }: EventStream,
): AsyncGenerator<string, void> {
  try {
    let next = Promise.resolve(first);
    for (;;) {
      const result = await withinHeartbeat(next, heartbeatMs, signal);
      if (result?.done) return;
      yield result ? frame(result.value) : HEARTBEAT;
      if (result) next = nextEvent();
    }
  } catch (error) {
    const data = errorBody(reportError(signal.aborted ? signal.reason : error, request), request);
    yield frame({ ...(errorName !== undefined && { name: errorName }), data });
  }
}

const frame = ({ name, data, id }: ServerEvent): string => {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${text}\n\n`;
};

/** The result, or undefined after `heartbeatMs`. Throws the signal's reason as soon as it is aborted. */
async function withinHeartbeat<Result>(
  next: Promise<Result>,
  heartbeatMs: number,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
  const timer = setTimeout(() => resolve(undefined), heartbeatMs);
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  next.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
