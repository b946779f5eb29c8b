import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2';
import type { Client } from './start-test-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers by name.
type Http2Answer = { status: number; headers: IncomingHttpHeaders; text: string; body: any };

/** One HTTP/2 connection to a service, whose certificate nobody has signed. */
export function openHttp2({ baseUrl, key }: Pick<Client, 'baseUrl' | 'key'>, authority?: string) {
  const session = connect(baseUrl, { rejectUnauthorized: false });
  session.on('error', () => {});
  /** Sends the head of a request, and leaves it to the caller to go on. */
  const open = (method: string, path: string, headers: Record<string, string> = {}): ClientHttp2Stream =>
    session.request(
      {
        ':method': method,
        ':path': path,
        ...(authority && { ':authority': authority }),
        authorization: `Bearer ${key}`,
        ...headers,
      },
      { endStream: method === 'GET' || method === 'DELETE' },
    );
  return {
    session,
    open,
    call: async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
      const stream = open(method, path, {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      });
      if (body !== undefined) stream.end(body instanceof Uint8Array ? body : JSON.stringify(body));
      return await readHttp2Answer(stream);
    },
    close: () => session.destroy(),
  };
}

/** The whole answer of a stream; throws when it is reset before its head. */
export async function readHttp2Answer(stream: ClientHttp2Stream): Promise<Http2Answer> {
  const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
    stream.once('close', () =>
      reject(new Error(`The stream was closed without an answer: ${stream.rstCode}`)),
    );
  });
  let text = '';
  stream.setEncoding('utf8');
  for await (const part of stream) text += part;
  const isJson = headers['content-type']?.startsWith('application/json');
  return { status: Number(headers[':status']), headers, text, body: isJson ? JSON.parse(text) : text };
}
