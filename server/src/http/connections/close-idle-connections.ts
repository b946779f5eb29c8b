import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 50;
/** How long a new connection may take to send its first request. */
const FIRST_REQUEST_MS = 1_000;

/** Closes connections as they become idle while the app closes. Node does so only once, at the start. Without this, a
 *  client that keeps its connection open after a running request could delay the shutdown indefinitely, as could one that
 *  connected but never sent a request, as browsers and proxies do ahead of time. */
export function closeIdleConnections(app: FastifyInstance): void {
  /** Keyed by client address, which the TLS socket of a connection shares with the TCP socket below it. */
  const silent = new Map<string, Socket>();
  app.server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    silent.set(peer, socket);
    socket.once('close', () => silent.delete(peer));
  });
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(peerOf(socket)));

  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    const closingSince = performance.now();
    timer = setInterval(() => {
      app.server.closeIdleConnections();
      if (performance.now() - closingSince < FIRST_REQUEST_MS) return;
      for (const socket of silent.values()) socket.destroy();
    }, INTERVAL_MS);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
