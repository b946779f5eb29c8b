import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createSecureServer, type SecureServerOptions } from 'node:http2';
import type { FastifyServerFactory } from 'fastify';
import { limitConnections } from '#http/connections/connection-limit.ts';
import { endIdleSessions } from '#http/connections/end-idle-sessions.ts';
import { closeHalfOpenConnections } from '#http/connections/half-open-connections.ts';
import type { Tls } from './tls.ts';

/** For the first request of an HTTP/2 connection, where the settings name no time. */
const FIRST_REQUEST_MS = 30_000;
/** Requests of one HTTP/2 connection at the same time. */
const CONCURRENT_STREAMS = 100;
const HEADER_BYTES = 16 * 1024;

type ServerNeeds = {
  tls: Tls | undefined;
  /** What stands before the app, such as what sends requests elsewhere by their host. */
  wrap?: (handler: RequestListener) => RequestListener;
  connections: Parameters<typeof limitConnections>[1];
};

/** Makes the server under an app: plain HTTP/1.1, or with a certificate HTTPS, where each client speaks HTTP/2 or 1.1. */
export const serverFactory =
  ({ tls, wrap = (handler) => handler, connections }: ServerNeeds): FastifyServerFactory =>
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
    closeHalfOpenConnections(server, { isEncrypted: tls !== undefined });
    limitConnections(server, connections);
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
  endIdleSessions(server, settings.requestTimeout ?? FIRST_REQUEST_MS);
  tls.onChange((pair) => server.setSecureContext(pair));
  return server as unknown as Server;
}
