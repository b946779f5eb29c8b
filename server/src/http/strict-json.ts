import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { noteBody } from './body-hash.ts';

/** Reads JSON bodies, and of other media types only the forms that a route asks for by its `config.form`. Bytes that
 *  are not UTF-8 are refused instead of becoming question marks, and so are keys such as `__proto__`. */
export function parseStrictJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addHook('preParsing', async (request) => assertReadable(request));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (typeof body !== 'string') noteBody(request, body);
    // Many clients send the header with every request, also where there is no body.
    if (body.length === 0) return done(null, undefined);
    if (typeof body !== 'string' && !isUtf8(body))
      return done(new AppError('invalid_request', 'The body is not valid UTF-8: encode the JSON in UTF-8.'));
    const text = body.toString();
    void parse(request, text, (error, value) => done(error && isJson(text) ? forbiddenKey() : error, value));
  });
}

function assertReadable({ headers, routeOptions }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError(
      'invalid_request',
      'Compressed bodies are not taken: send the body without Content-Encoding.',
      { status: 415 },
    );
  if (headers['content-type']?.toLowerCase().startsWith('multipart/') && !routeOptions.config.form)
    throw new AppError(
      'invalid_request',
      'This endpoint takes no form: send JSON, with "Content-Type: application/json".',
      { status: 415 },
    );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const forbiddenKey = (): AppError =>
  new AppError(
    'invalid_request',
    'The body has a key "__proto__", or "constructor" with a "prototype" in it, which no request takes: remove it.',
  );
