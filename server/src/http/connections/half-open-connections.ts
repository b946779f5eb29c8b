import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** How long a client may take to read the last answer of a connection, or be silent, before it is cut off. One second cut
 *  off clients of a busy machine or a lossy network; nginx waits five as well. */
const SILENCE_MS = 5_000;
/** A client that is still sending then may go on for so long, and so far. Most clients read the answer only after sending
 *  everything, and an answer that is followed by a reset is lost. The largest body is a form of 82 MB. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 96 * 1024 * 1024;

/** Frees connections whose clients never end their own side. HTTP servers of Node allow half-open connections: without this
 *  one that the service has ended keeps its descriptor for as long as the client likes.
 *  isEncrypted: whether the connections of requests are those of TLS. */
export function closeHalfOpenConnections(server: Server, { isEncrypted }: { isEncrypted: boolean }): void {
  server.on(isEncrypted ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.once('finish', () => {
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
      socket.setTimeout(SILENCE_MS, () => socket.destroy());
    });
    if ((socket as TLSSocket).alpnProtocol !== 'h2') socket.destroySoon = () => linger(socket);
  });
}

/** Ends a connection after its last answer. What Node does, destroying it at once, resets a client that is still sending.
 *  What comes from here on is thrown away unread: it is no request. */
function linger(socket: Socket): void {
  // An unread body has paused the connection. Only the HTTP parser can resume it, so it must do that before it is
  // detached.
  if (socket.isPaused()) socket.once('resume', () => drop(socket)).resume();
  else drop(socket);
  socket.end();
}

function drop(socket: Socket): void {
  let dropped = 0;
  // These listeners belong to the HTTP parser; the next one takes over its bytes.
  socket.removeAllListeners('data');
  socket.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > LINGER_BYTES) socket.destroy();
  });
  socket.resume();
}
