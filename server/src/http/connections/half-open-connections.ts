import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** How long a client may take to read the last answer of a connection, or be silent, before its connection is closed. One
 *  second cut off clients on busy machines or lossy networks; nginx waits five as well. */
const SILENCE_MS = 5_000;
/** How long a client that is still sending may go on, and how much it may send. Most clients read the answer only after
 *  sending everything, and a reset would lose the answer. The largest body is a form of 82 MB. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 96 * 1024 * 1024;

/** Frees connections whose clients never close their side. Node's HTTP servers allow half-open connections: without this,
 *  a connection ended by the service keeps its descriptor for as long as the client likes.
 *  isEncrypted: whether requests arrive on TLS connections. */
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

/** Ends a connection after its last answer. Node would destroy it at once, which resets a client that is still sending.
 *  Anything received from now on is discarded unread, because it is not a request. */
function linger(socket: Socket): void {
  // An unread body has paused the connection. Only the HTTP parser can resume it, so it must do that before it is
  // detached.
  if (socket.isPaused()) socket.once('resume', () => drop(socket)).resume();
  else drop(socket);
  socket.end();
}

function drop(socket: Socket): void {
  let dropped = 0;
  // These listeners belong to the HTTP parser. The listener added next receives the bytes instead.
  socket.removeAllListeners('data');
  socket.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > LINGER_BYTES) socket.destroy();
  });
  socket.resume();
}
