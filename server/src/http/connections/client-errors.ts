import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#errors.ts';
import { errorBody } from '#http/error-handler.ts';
import { newId } from '#lib/ids.ts';

const HEADER_BYTES = 16 * 1024;
const TOO_LARGE = 'The headers are larger than 16 kB.';

/** Refuses malformed request heads that get past the parser: the HTTP/1.1 parser limits headers, the HTTP/2 one does not.
 *  Call it before hooks that look at the request. */
export function refuseMalformedHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(faultOfHead(request.raw)));
}

/** The path of a request target, which may include a scheme and host, as in requests to a proxy. */
export const pathOf = (target: string): string => target.replace(ABSOLUTE, '') || '/';

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

function faultOfHead(request: IncomingMessage): Error | undefined {
  const { httpVersion, httpVersionMajor, headers, rawHeaders } = request;
  if (hasSeveralHosts(request))
    return new AppError('invalid_request', 'The request names more than one host. Send one Host header.');
  if (httpVersionMajor === 2 && rawHeaders.reduce((sum, text) => sum + text.length, 0) > HEADER_BYTES)
    return new AppError('invalid_request', TOO_LARGE, { status: 431 });
  if (httpVersion === '1.1' && headers.host === undefined)
    return new AppError('invalid_request', 'HTTP/1.1 requires a Host header. Send one.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError(
      'invalid_request',
      'The Expect header must be 100-continue. Send that, or leave the header out.',
      {
        status: 417,
      },
    );
  return undefined;
}

/** Whether the request names several hosts. A proxy and Footnote might each use a different one. */
function hasSeveralHosts(request: IncomingMessage & { originalUrl?: string }): boolean {
  const { rawHeaders, originalUrl = '' } = request;
  const names = new Set<string>();
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]?.toLowerCase();
    if (header === 'host') hosts++;
    if (header === 'host' || header === ':authority') names.add(rawHeaders[at + 1]?.toLowerCase() ?? '');
  }
  const [, target] = ABSOLUTE.exec(originalUrl) ?? [];
  if (target !== undefined) names.add(target.toLowerCase());
  return hosts > 1 || names.size > 1;
}

/** Answers connections that never sent a valid request: broken HTTP, headers too large, a client too slow. */
export function answerClientErrors(error: Error & { code?: string }, socket: Socket): void {
  // Nothing can be sent if encryption failed.
  if (error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '') || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = describe(error.code);
  const requestId = newId('request');
  const body = JSON.stringify(errorBody(new AppError('invalid_request', message), { id: requestId }));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function describe(code: string | undefined): [status: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['431 Request Header Fields Too Large', TOO_LARGE];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['408 Request Timeout', 'The request took too long to arrive. Send it without pauses.'];
  return ['400 Bad Request', 'This is not a well-formed HTTP request.'];
}
