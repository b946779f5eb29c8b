import type { Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** HTTP/2 connections without a request for this long are closed. */
const IDLE_MS = 72_000;
/** How long a client may take to close the connection once told to. */
const GRACE_MS = 1_000;

/** Ends idle HTTP/2 connections. Closing a session only notifies the client and then waits for streams that Node does not
 *  know of, such as half a block of headers, for as long as the client likes. So the socket is destroyed a moment later.
 *  Connections with a known stream are never touched.
 *  firstRequestMs: the limit for connections that have not sent a request yet; half a request head does not count. */
export function endIdleSessions(server: Http2SecureServer, firstRequestMs: number): void {
  // A session only exposes its socket through a proxy that cannot be destroyed separately.
  let connecting: TLSSocket | undefined;
  server.prependListener('secureConnection', (socket) => {
    connecting = socket;
  });
  server.on('session', (session) => {
    const socket = connecting;
    let open = 0;
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        session.close();
        timer = setTimeout(() => socket?.destroy(), GRACE_MS);
      }, ms);
    };
    endAfter(firstRequestMs);
    session.on('stream', (stream) => {
      open++;
      clearTimeout(timer);
      stream.once('close', () => {
        open--;
        if (open === 0 && !session.destroyed) endAfter(session.closed ? 0 : IDLE_MS);
      });
    });
    session.once('close', () => clearTimeout(timer));
  });
}
