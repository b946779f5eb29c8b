import type { Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** An HTTP/2 connection without a request for so long is closed. */
const IDLE_MS = 72_000;
/** How long a client may take to close the connection once told to. */
const GRACE_MS = 1_000;

/** Ends HTTP/2 connections on which no request is under way. Closing a session is only a notice to the client: it then waits
 *  for streams that Node does not know of, such as half a block of headers, for as long as the client likes. The socket is
 *  destroyed instead, a moment later. A connection with a stream that is known is never touched.
 *  firstRequestMs: for one that has not asked for anything yet, which is as slow as half a head. */
export function endIdleSessions(server: Http2SecureServer, firstRequestMs: number): void {
  // A session shows its socket only as something that cannot be destroyed without it.
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
