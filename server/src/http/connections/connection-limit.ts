import type { Server, Socket } from 'node:net';
import { addressBucket } from '#http/rate-limits/client-address.ts';

type Options = {
  maxConnections: number;
  /** Whether the address belongs to one client. Proxies share one address among many clients. */
  isOneClient: (address: string) => boolean;
  /** Called for each refused connection. */
  onRefused: () => void;
};

/** With a quarter, it takes four addresses to lock out all others, and an office behind one public address gets 2,500 of
 *  10,000. */
const SHARE_OF_AN_ADDRESS = 1 / 4;

/** Closes connections beyond the limit, or beyond a quarter of it from one address, as soon as they open. */
export function limitConnections(server: Server, { maxConnections, isOneClient, onRefused }: Options): void {
  server.maxConnections = maxConnections;
  server.on('drop', onRefused);
  const most = Math.ceil(maxConnections * SHARE_OF_AN_ADDRESS);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
    if (address === undefined || !isOneClient(address)) return;
    const bucket = addressBucket(address);
    const count = counts.get(bucket) ?? 0;
    if (count >= most) {
      onRefused();
      socket.destroy();
      return;
    }
    counts.set(bucket, count + 1);
    socket.once('close', () => {
      const left = (counts.get(bucket) ?? 1) - 1;
      if (left === 0) counts.delete(bucket);
      else counts.set(bucket, left);
    });
  });
}
