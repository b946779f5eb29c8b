import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on a loopback address, for tests. */
export type LocalServer = AsyncDisposable & {
  readonly port: number;
  /** `http://127.0.0.1:port`, without a slash. */
  readonly origin: string;
  /** How many connections came in so far. */
  connections(): number;
  /** How many of them are open. */
  open(): number;
};

const fixture = (name: string): string =>
  readFileSync(new URL(`../../tests/fixtures/tls/${name}`, import.meta.url), 'utf8');

/** The certificate of `serveTls`: of `secure.test` and 127.0.0.1, signed by itself. */
export const selfSignedCertificate = (): string => fixture('self-signed-certificate.pem');

export const serve = (listener: RequestListener, host?: string): Promise<LocalServer> =>
  start(createServer({ keepAliveTimeout: 60_000 }, listener), { host, scheme: 'http' });

/** onName: told the server name of each handshake. */
export const serveTls = (
  listener: RequestListener,
  onName?: (name: string) => void,
): Promise<LocalServer> => {
  const credentials = { key: fixture('self-signed-key.pem'), cert: selfSignedCertificate() };
  const server = createTlsServer(credentials, listener);
  server.on('secureConnection', (socket: { servername?: string | false }) =>
    onName?.(String(socket.servername)),
  );
  return start(server, { scheme: 'https' });
};

/** Says whatever `onSocket` writes. */
export const serveRaw = (onSocket: (socket: Socket) => void, host?: string): Promise<LocalServer> =>
  start(createTcpServer(onSocket), { host, scheme: 'http' });

async function start(
  server: Server,
  { host = '127.0.0.1', scheme }: { host?: string | undefined; scheme: string },
): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
