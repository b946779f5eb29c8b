import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CAN_MAKE_CERTIFICATES, makeCertificate } from '../helpers/make-certificate.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const start = async (env: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServerProcess({
    // It would be asked for by plain HTTP.
    knowledgeBaseId: 'kb_none',
    env: { REQUEST_TIMEOUT_SECONDS: '2', ...env },
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
};

const portOf = ({ baseUrl }: ServerProcess): number => Number(new URL(baseUrl).port);

/** A connection whose client never ends its own side, whatever the service does with its own. */
function openForEver(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Counts the connections that got an answer. */
function countAnswers(sockets: readonly Socket[]): () => number {
  const answered = new Set<Socket>();
  for (const socket of sockets)
    socket.on('data', (bytes) => {
      if (bytes.toString().startsWith('HTTP/1.1 4')) answered.add(socket);
    });
  return () => answered.size;
}

const HALF_HEAD = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: ';
const halfBody = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"email":"`;
const SILENT = '';
const PARTS = [HALF_HEAD, halfBody('/v1/account/sign-in'), SILENT];

/** Of files, timers and connections that have nothing to do with these clients. */
const SLACK = 10;

describe.skipIf(process.platform !== 'linux')('connections that their clients never end', () => {
  it('100 half heads, 100 half bodies and 100 silent connections are answered and freed', async () => {
    const server = await start();
    const before = server.descriptors();
    const sockets = Array.from({ length: 300 }, (_, index) => {
      const socket = openForEver(portOf(server));
      socket.write(PARTS[index % 3] ?? '');
      return socket;
    });
    const answers = countAnswers(sockets);
    await expect.poll(server.descriptors).toBeGreaterThan(before + 290);
    await expect.poll(answers).toBe(300);
    await expect.poll(server.descriptors).toBeLessThan(before + SLACK);
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  });

  it.skipIf(!CAN_MAKE_CERTIFICATES)(
    'unfinished TLS connections are freed, over HTTP/1.1, HTTP/2 and before either',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'footnote-half-open-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const server = await start({ ...makeCertificate(folder, 'half-open') });
      const before = server.descriptors();
      for (let index = 0; index < 240; index++) {
        const raw = openForEver(portOf(server));
        // A quarter never begins to encrypt, and another says nothing once it speaks HTTP/2.
        if (index % 4 === 3) continue;
        const isHttp2 = index % 4 === 2;
        const socket = connectTls({
          socket: raw,
          rejectUnauthorized: false,
          ALPNProtocols: [isHttp2 ? 'h2' : 'http/1.1'],
        });
        socket.allowHalfOpen = true;
        socket.on('error', () => {});
        if (!isHttp2) socket.write(PARTS[index % 3] ?? '');
      }
      const sessions = Array.from({ length: 60 }, () => halfBodyByHttp2(server));
      await expect.poll(server.descriptors).toBeGreaterThan(before + 250);
      await expect.poll(server.descriptors).toBeLessThan(before + sessions.length + SLACK);
      // HTTP/2 keeps a connection for requests to come.
      await expect.poll(() => sessions.every((each) => each.closedStreams() === 1)).toBe(true);
    },
  );

  it('connections that send an endless body to a refused request are freed', async () => {
    const server = await start();
    const before = server.descriptors();
    const sockets = Array.from({ length: 30 }, () => {
      const socket = openForEver(portOf(server));
      socket.write(halfBody('/v1/agents'));
      const timer = setInterval(() => socket.write('a'.repeat(1_000)), 50);
      onTestFinished(() => clearInterval(timer));
      return socket;
    });
    const answers = countAnswers(sockets);
    await expect.poll(answers).toBe(30);
    await expect.poll(server.descriptors).toBeLessThan(before + SLACK);
  });
});

function halfBodyByHttp2({ baseUrl }: ServerProcess): {
  session: ClientHttp2Session;
  closedStreams(): number;
} {
  let closed = 0;
  const session = connectHttp2(baseUrl, { rejectUnauthorized: false });
  session.on('error', () => {});
  const stream = session.request({
    ':method': 'POST',
    ':path': '/v1/account/sign-in',
    'content-type': 'application/json',
  });
  stream.on('error', () => {});
  stream.on('close', () => closed++);
  stream.write('{"email":"');
  onTestFinished(() => void session.destroy());
  return { session, closedStreams: () => closed };
}
