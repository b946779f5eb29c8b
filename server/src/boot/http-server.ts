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

/** How long to wait for the first request of an HTTP/2 connection, unless configured. */
const FIRST_REQUEST_MS = 30_000;
/** Concurrent requests on one HTTP/2 connection. */
const CONCURRENT_STREAMS = 100;
const HEADER_BYTES = 16 * 1024;

type ServerNeeds = {
  tls: Tls | undefined;
  /** Handles requests before the app does, such as to dispatch them by host. */
  wrap?: (handler: RequestListener) => RequestListener;
  connections: Parameters<typeof limitConnections>[1];
};

/** Creates the server of an app: HTTP/1.1, or with a certificate, HTTPS with HTTP/2 and 1.1. */
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
      // The app refuses requests without Host itself, with its usual error body.
      requireHostHeader: false,
    };
    const listener = wrap(handler as RequestListener);
    const server = tls ? createTlsServer(tls, settings, listener) : createHttpServer(settings, listener);
    closeHalfOpenConnections(server, { isEncrypted: tls !== undefined });
    limitConnections(server, connections);
    // Unknown Expect headers get the app's error body too.
    return server.on('checkExpectation', listener);
  };

/** Typed as an HTTP/1.1 server: with allowHTTP1 its requests and responses have the same form. */
function createTlsServer(tls: Tls, settings: ServerOptions, listener: RequestListener): Server {
  const options: SecureServerOptions & ServerOptions = {
    ...tls.current(),
    ...settings,
    allowHTTP1: true,
    // A silent connection is not a request yet, so the request timeout doesn't cover it.
    handshakeTimeout: settings.requestTimeout,
    settings: { maxConcurrentStreams: CONCURRENT_STREAMS, maxHeaderListSize: HEADER_BYTES },
  };
  const server = createSecureServer(options, listener as never);
  endIdleSessions(server, settings.requestTimeout ?? FIRST_REQUEST_MS);
  tls.onChange((pair) => server.setSecureContext(pair));
  return server as unknown as Server;
}
