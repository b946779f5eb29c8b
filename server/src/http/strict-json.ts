import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#errors.ts';

/** Reads JSON bodies: bytes that are not UTF-8 are refused instead of becoming question marks, and so are keys such as
 *  `__proto__`. */
export function parseStrictJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body === 'string' || isUtf8(body)) return parse(request, body.toString(), done);
    done(new AppError('invalid_request', 'The body is not valid UTF-8: encode the JSON in UTF-8.'));
  });
}
