import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#errors.ts';
import { handleErrors } from './error-handler.ts';
import { type EventStream, type ServerEvent, sendEvents } from './event-stream.ts';

/** Serves one stream at `/`; the signal is aborted when the client disconnects. */
async function serve(
  events: (signal: AbortSignal) => AsyncGenerator<ServerEvent, void>,
  more: Partial<EventStream> = {},
): Promise<{ url: string; app: FastifyInstance; gone: AbortSignal; abort: AbortController }> {
  const app = fastify();
  handleErrors(app);
  const abort = new AbortController();
  const { signal } = abort;
  app.get('/', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.raw.once('close', () => abort.abort(new AppError('invalid_request', 'The client left.')));
    return await sendEvents(request, reply, {
      events: events(signal),
      signal,
      heartbeatMs: 10_000,
      errorName: 'error',
      ...more,
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { url, app, gone: signal, abort };
}

const read = async (url: string): Promise<string> => await (await fetch(url)).text();

/** A client that reads nothing of the answer. */
async function deafClient(app: FastifyInstance): Promise<Socket> {
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return socket;
}

describe('a stream of events', () => {
  it('sends named events with JSON data, and strings unchanged', async () => {
    const { url } = await serve(async function* () {
      yield { name: 'delta', data: { text: 'two\nlines' } };
      yield { data: { a: 1 } };
      yield { data: '[DONE]' };
    });
    const response = await fetch(url);
    expect(await response.text()).toBe(
      'event: delta\ndata: {"text":"two\\nlines"}\n\ndata: {"a":1}\n\ndata: [DONE]\n\n',
    );
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
  });

  it('sends each event at once', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const { url } = await serve(async function* () {
      yield { data: 'first' };
      await mayGoOn;
      yield { data: 'second' };
    });
    const body = (await fetch(url)).body?.getReader();
    expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe('data: first\n\n');
    goOn();
    expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe('data: second\n\n');
  });

  it('sends comments while there are no events', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const { url } = await serve(
      async function* () {
        yield { data: 'first' };
        await mayGoOn;
        yield { data: 'second' };
      },
      { heartbeatMs: 20 },
    );
    const body = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()) ?? [];
    let text = '';
    for await (const part of body) {
      text += part;
      if (text.split(': still here\n\n').length > 3) goOn();
    }
    expect(text).toMatch(/^data: first\n\n(: still here\n\n){3,}data: second\n\n$/);
  });

  it('is an ordinary error answer if it fails before its first event', async () => {
    const { url } = await serve(async function* () {
      yield await Promise.reject(new AppError('forbidden', 'The agent is paused.'));
    });
    const response = await fetch(url);
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      error: { code: 'forbidden', message: 'The agent is paused.' },
    });
  });

  it('ends with an error event if it fails later, without details of internal errors', async () => {
    const { url } = await serve(async function* () {
      yield { data: 'first' };
      throw new Error('secret table is missing');
    });
    const text = await read(url);
    expect(text).toMatch(/^data: first\n\nevent: error\ndata: \{"error":\{"code":"internal_error",.*\n\n$/);
    expect(text).not.toContain('secret');
  });

  it('ends with the reason why the request was ended, also while it waits for an event', async () => {
    const { url, abort } = await serve(async function* (signal) {
      yield { data: 'first' };
      await once(signal, 'abort');
      yield { data: 'never' };
    });
    const reading = read(url);
    await sleep(50);
    abort.abort(new AppError('unauthorized', 'This API key was revoked.'));
    expect(await reading).toMatch(
      /^data: first\n\nevent: error\ndata: \{"error":\{"code":"unauthorized",.*\n\n$/,
    );
  });

  it('ends even if the generator of the events ignores the signal', async () => {
    const { url, abort } = await serve(async function* () {
      yield { data: 'first' };
      await new Promise(() => {});
    });
    const reading = read(url);
    await sleep(50);
    abort.abort(new AppError('unavailable', 'The service is stopping.'));
    expect(await reading).toContain('"code":"unavailable"');
  });

  it('ends the generator when the client disconnects', async () => {
    let isReleased = false;
    const { url } = await serve(async function* (signal) {
      try {
        yield { data: 'first' };
        await once(signal, 'abort');
        yield { data: 'never' };
      } finally {
        isReleased = true;
      }
    });
    const abort = new AbortController();
    const response = await fetch(url, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    await expect.poll(() => isReleased).toBe(true);
  });
});

describe('a client that does not read', () => {
  const KILOBYTE = 'x'.repeat(1_024);

  it('is disconnected soon after its request was ended, and its events end', async () => {
    let made = 0;
    let isReleased = false;
    const { app, abort } = await serve(async function* () {
      try {
        for (;;) {
          made += 1;
          yield { data: KILOBYTE };
        }
      } finally {
        isReleased = true;
      }
    });
    const socket = await deafClient(app);
    const closed = once(socket, 'close');
    for (let before = -1; made !== before; await sleep(200)) before = made;
    abort.abort(new AppError('unauthorized', 'This API key was revoked.'));
    await expect.poll(() => isReleased).toBe(true);
    socket.resume();
    await closed;
  });

  it('pauses the events instead of filling the memory, and gets all of them once it reads on', async () => {
    let made = 0;
    const wanted = 30_000;
    const { app } = await serve(async function* () {
      for (; made < wanted; made++) yield { data: KILOBYTE };
    });
    const socket = await deafClient(app);
    let before = -1;
    while (made !== before) {
      before = made;
      await sleep(200);
    }
    expect(made).toBeGreaterThan(0);
    // More than the kernel buffers at both ends.
    expect(made).toBeLessThan(wanted / 2);
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.resume();
    await expect.poll(() => received).toBeGreaterThan(wanted * 1_024);
    socket.destroy();
  });

  it('is disconnected after several heartbeats', async () => {
    const { app, gone } = await serve(
      async function* () {
        for (;;) yield { data: KILOBYTE };
      },
      { heartbeatMs: 50 },
    );
    const socket = await deafClient(app);
    await expect.poll(() => gone.aborted).toBe(true);
    socket.destroy();
  });
});
