import { constants, type Http2ServerRequest } from 'node:http2';
import type { FastifyInstance } from 'fastify';

/** Ends requests of clients that take longer than the timeout to send their body or to read a part of the answer. The
 *  server itself handles slow request heads, and slow bodies of HTTP/1.1. */
export function endSlowClients(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.httpVersionMajor === 2)
      endSlowBody(request.raw as unknown as Http2ServerRequest, timeoutMs);
    done();
  });
  // From here on the answer is being written: the client must read some of it within the timeout. Event streams have their
  // own timeout.
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
