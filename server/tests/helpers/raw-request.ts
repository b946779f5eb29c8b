import { connect } from 'node:net';

export type RawAnswer = { status: number; head: string; text: string; isClosed: boolean; ms: number };

/** Writes bytes to the service as they are, which no HTTP client would send, and reads what comes until the connection
 *  is closed or `waitMs` have passed. */
export async function rawRequest(
  baseUrl: string,
  parts: string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  waitMs = 1_000,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const started = Date.now();
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  let read = '';
  socket.on('data', (bytes) => {
    read += bytes.toString('latin1');
  });
  const closed = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true));
    setTimeout(() => resolve(false), waitMs);
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const send = async (): Promise<void> => {
    for await (const part of typeof parts === 'string' ? [parts] : parts) {
      if (socket.destroyed) return;
      if (!socket.write(part))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
  };
  await Promise.race([send(), closed]);
  const isClosed = await closed;
  socket.destroy();
  const [head = '', text = ''] = read.split('\r\n\r\n', 2);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    text: Buffer.from(text, 'latin1').toString(),
    isClosed,
    ms: Date.now() - started,
  };
}

/** The first lines of a request with a key. */
export const rawHead = (method: string, path: string, key: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...headers, '', ''].join(
    '\r\n',
  );
