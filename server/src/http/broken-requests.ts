import type { Socket } from 'node:net';
import { AppError } from '#errors.ts';
import { newId } from '#lib/ids.ts';
import { errorBody } from './error-handler.ts';

/** Answers what never became a request: broken HTTP, headers too large, a client too slow. */
export function answerBrokenRequests(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
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
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'The headers are larger than 16 kB.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return ['408 Request Timeout', 'The request took too long to arrive; send it without pauses.'];
  return ['400 Bad Request', 'This is not a well-formed HTTP request.'];
}
