import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isAllowedHost } from '#net/allowed-hosts.ts';
import { type GuardOptions, resolveGuarded } from '#net/guarded-lookup.ts';

/** A proxy on a loopback address, and the browser's only way to the network: it connects to public addresses and
 *  allowed hosts, checked while it connects. */
export type GuardedProxy = {
  port: number;
  /** Bytes that came in since the last call of `open`. */
  received(): number;
  /** Names the page that is opened next. Hosts that the operator allows are for pages of such hosts: scripts of any other
   *  page must not reach them. */
  open(page: string): void;
  close(): void;
};

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** For one page. Beyond half of it, the page gets no more requests; what still comes in then ends here. */
const MAX_BYTES = 128 * 1024 * 1024;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export async function openGuardedProxy(guard: GuardOptions): Promise<GuardedProxy> {
  const sockets = new Set<Duplex>();
  let bytes = 0;
  let current: GuardOptions = { ...guard, allowHosts: [] };
  const follow = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) for (const socket of sockets) socket.destroy();
  };
  const server = createServer((request, response) => {
    void forward(current, request, response, count);
  });
  server.on('connection', follow);
  server.on('connect', (request, client, head) => {
    void tunnel(current, request.url ?? '', client, { head, count, follow });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    received: () => bytes,
    open: (page) => {
      bytes = 0;
      const { hostname, port, protocol } = new URL(page);
      const isAllowed = isAllowedHost(guard.allowHosts, hostname, Number(port) || PORTS[protocol] || 0);
      current = isAllowed ? guard : { ...guard, allowHosts: [] };
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Forwards a request over http, whose URL is in the request line. */
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
        answer.on('error', refuse);
        try {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
        } catch {
          // Node accepts answers that it cannot write, such as one with the status 099.
          onward.destroy();
          return refuse();
        }
        answer.on('data', count);
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

/** Opens a tunnel for https. */
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
