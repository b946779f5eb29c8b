import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { FastifyServerFactory } from 'fastify';
import type { Tls } from './tls.ts';

/** An HTTP/2 connection without a request for so long is closed. */
const IDLE_SESSION_MS = 72_000;
/** Requests of one HTTP/2 connection at the same time. */
const CONCURRENT_STREAMS = 100;
const HEADER_BYTES = 16 * 1024;

/** Makes the server under an app: plain HTTP/1.1, or with a certificate HTTPS, where each client speaks HTTP/2 or 1.1.
 *  wrap: what stands before the app, such as what sends requests elsewhere by their host. */
export const serverFactory =
  (tls: Tls | undefined, wrap: (handler: RequestListener) => RequestListener): FastifyServerFactory =>
  (handler, options) => {
    const { http, requestTimeout, keepAliveTimeout } = options as {
      http: ServerOptions;
      requestTimeout: number;
      keepAliveTimeout: number;
    };
    const settings = {
      ...http,
      requestTimeout,
      keepAliveTimeout,
      maxHeaderSize: HEADER_BYTES,
      // The app refuses it, with an answer like its others.
      requireHostHeader: false,
    };
    const listener = wrap(handler as RequestListener);
    const server = tls ? createTlsServer(tls, settings, listener) : createHttpServer(settings, listener);
    // The same for what a client expects and nobody knows.
    return server.on('checkExpectation', listener);
  };

/** It is an HTTP server to all who use it: requests and answers have the same form. */
function createTlsServer(tls: Tls, settings: ServerOptions, listener: RequestListener): Server {
  const options: SecureServerOptions & ServerOptions = {
    ...tls.current(),
    ...settings,
    allowHTTP1: true,
    // Who has connected and is silent is no request yet, and has no time-out of one.
    handshakeTimeout: settings.requestTimeout,
    settings: { maxConcurrentStreams: CONCURRENT_STREAMS, maxHeaderListSize: HEADER_BYTES },
  };
  const server = createSecureServer(options, listener as never);
  server.on('session', (session) => session.setTimeout(IDLE_SESSION_MS, () => session.close()));
  tls.onChange((pair) => server.setSecureContext(pair));
  return server as unknown as Server;
}
