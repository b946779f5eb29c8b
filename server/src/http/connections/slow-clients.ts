import { constants, type Http2ServerRequest } from 'node:http2';
import type { FastifyInstance } from 'fastify';

/** Ends requests of clients who send their body, or take their answer, too slowly; each may take so long. The server itself
 *  looks after heads, and after bodies of HTTP/1.1. */
export function endSlowClients(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.httpVersionMajor === 2)
      endSlowBody(request.raw as unknown as Http2ServerRequest, timeoutMs);
    done();
  });
  // From here on the answer is written: so long without taking a byte of it. A stream of events has a time-out of its own.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.raw.setTimeout(timeoutMs, () => reply.raw.destroy());
    done(null, payload);
  });
}

function endSlowBody(request: Http2ServerRequest, timeoutMs: number): void {
  const { stream } = request;
  if (stream.endAfterHeaders) return;
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), timeoutMs);
  const stop = (): void => clearTimeout(timer);
  stream.once('end', stop);
  stream.once('close', stop);
}
