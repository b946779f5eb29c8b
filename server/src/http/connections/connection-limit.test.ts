import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitConnections } from './connection-limit.ts';

const SELF = '127.0.0.2';

async function start(isOneClient: (address: string) => boolean) {
  let refused = 0;
  const server = createServer();
  limitConnections(server, { maxConnections: 40, isOneClient, onRefused: () => refused++ });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (localAddress: string, count: number): Socket[] => {
    const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
    for (const socket of opened) socket.on('error', () => {}).resume();
    sockets.push(...opened);
    return opened;
  };
  const held = (): Promise<number> =>
    new Promise((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { open, held, refused: () => refused };
}

it.skipIf(process.platform !== 'linux')(
  'one address holds a quarter of the connections, and gets its places back',
  async () => {
    const { open, held, refused } = await start((address) => address === SELF);
    const first = open(SELF, 30);
    await expect.poll(refused).toBe(20);
    await expect.poll(held).toBe(10);
    open('127.0.0.3', 5);
    await expect.poll(held).toBe(15);
    for (const socket of first) socket.destroy();
    await expect.poll(held).toBe(5);
    open(SELF, 8);
    await expect.poll(held).toBe(13);
    expect(refused()).toBe(20);
  },
);

it('an address that many clients share can use all connections', async () => {
  const { open, held, refused } = await start(() => false);
  open('127.0.0.1', 40);
  await expect.poll(held).toBe(40);
  expect(refused()).toBe(0);
});
