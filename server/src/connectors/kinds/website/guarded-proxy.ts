import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type GuardOptions, resolveGuarded } from '#net/guarded-lookup.ts';

/** A proxy on a loopback address, and the only way of a browser to the network: it connects to public addresses and
 *  allowed hosts, checked while it connects. */
export type GuardedProxy = {
  port: number;
  /** Bytes that came in since the last call of `reset`. */
  received(): number;
  reset(): void;
  close(): void;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export async function openGuardedProxy(guard: GuardOptions): Promise<GuardedProxy> {
  const sockets = new Set<Duplex>();
  let bytes = 0;
  const follow = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
  };
  const server = createServer((request, response) => {
    void forward(guard, request, response, count);
  });
  server.on('connection', follow);
  server.on('connect', (request, client, head) => {
    void tunnel(guard, request.url ?? '', client, { head, count, follow });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received: () => bytes,
    reset: () => {
      bytes = 0;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Passes on a request of http, with its address in the request line. */
async function forward(
  guard: GuardOptions,
  request: IncomingMessage,
  response: ServerResponse,
  count: (chunk: Buffer) => void,
): Promise<void> {
  const refuse = (): void => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  };
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') return refuse();
  const port = Number(url.port || 80);
  try {
    const host = await resolveGuarded(guard, url.hostname, port);
    const { 'proxy-connection': _, ...headers } = request.headers;
    const onward = httpRequest(
      { host, port, method: request.method, path: url.pathname + url.search, headers, agent: false },
      (answer) => {
        // Refers to chunks that the browser may not get.
        const { trailer: _trailer, ...passed } = answer.headers;
        try {
          response.writeHead(answer.statusCode ?? 502, passed);
        } catch {
          // A site may send what no answer can have, such as the status 099.
          answer.destroy();
          return refuse();
        }
        answer.on('data', count);
        answer.on('error', refuse);
        answer.pipe(response);
      },
    );
    onward.setTimeout(SILENCE_MS, () => onward.destroy());
    onward.on('error', refuse);
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  } catch {
    refuse();
  }
}

type Tunnel = { head: Buffer; count(chunk: Buffer): void; follow(socket: Duplex): void };

/** Opens a way for https. */
async function tunnel(
  guard: GuardOptions,
  target: string,
  client: Duplex,
  { head, count, follow }: Tunnel,
): Promise<void> {
  const refuse = (): void => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  const url = URL.parse(`http://${target}`);
  const port = Number(/:(\d{1,5})$/.exec(target)?.[1]);
  if (!url || !(port > 0)) return refuse();
  try {
    const address = await resolveGuarded(guard, url.hostname, port);
    const server: Socket = connect({ host: address, port });
    follow(server);
    server.setTimeout(CONNECT_MS, () => server.destroy());
    server.once('error', refuse);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    server.once('connect', () => {
      server.setTimeout(SILENCE_MS);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      server.write(head);
      server.on('data', count);
      server.pipe(client);
      client.pipe(server);
    });
  } catch {
    refuse();
  }
}
