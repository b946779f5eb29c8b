import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { isLarge } from '#isomorphic/limits.ts';
import { noteBody } from './body-hash.ts';
import { type CollectedBytes, collectBytes, refuseTinyChunks } from './collect-bytes.ts';
import { boundsOf, type JsonBounds, jsonBounds } from './json-bounds.ts';
import { takeTurns } from './take-turns.ts';

/** Parses JSON bodies, and forms on routes that set `config.form`; refuses other media types. Refuses invalid UTF-8
 *  instead of replacing it with question marks, and keys such as `__proto__`. */
export function parseStrictJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const takeTurn = takeTurns();
  app.removeContentTypeParser('text/plain');
  app.addHook('preParsing', async (request) => assertReadable(request));
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const checkStructure = jsonBounds(
      boundsOf(request.routeOptions.bodyLimit ?? 0, request.routeOptions.config),
    );
    readBody(request, payload, checkStructure, (body) => {
      if (body instanceof Error) return done(body);
      if (isLarge(body.length)) takeTurn(() => parseBody(request, body, done));
      else parseBody(request, body, done);
    });
  });
  const parseBody = (request: FastifyRequest, body: Buffer, done: Done): void => {
    noteBody(request, body);
    // Many clients send the header with every request, even without a body.
    if (body.length === 0) done(null, undefined);
    else if (isUtf8(body)) {
      const text = body.toString();
      void parse(request, text, (error, value) =>
        done(error && isJson(text) ? forbiddenKey() : error, value),
      );
    } else done(new AppError('invalid_request', "The body isn't valid UTF-8. Encode the JSON in UTF-8."));
  };
}

type Done = (error: Error | null, body?: unknown) => void;

/** Reads a whole body and checks its structure as it arrives. A body with too much structure is read to its end but not
 *  kept, because most clients read the answer only after sending everything. */
export function readBody(
  request: FastifyRequest,
  payload: Readable,
  checkStructure: JsonBounds,
  done: (body: Buffer | Error) => void,
): void {
  const limit = request.routeOptions.bodyLimit ?? 0;
  const announced = request.headers['content-length'];
  if (Number(announced) > limit) {
    done(tooLarge());
    return;
  }
  const checkSize = refuseTinyChunks();
  let body: CollectedBytes | undefined = collectBytes(Number(announced ?? limit), {
    isAnnounced: announced !== undefined,
  });
  let received = 0;
  let refusal: Error | undefined;
  const keep = (chunk: Buffer): void => {
    try {
      checkStructure(chunk);
      body?.add(chunk);
    } catch (error) {
      refusal = error as Error;
      body = undefined;
    }
  };
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    try {
      if (received > limit) throw tooLarge();
      checkSize(chunk);
    } catch (error) {
      end(error as Error);
      return;
    }
    if (!refusal) keep(chunk);
  };
  const end = (failure?: Error): void => {
    payload.off('data', onData).off('end', onEnd).off('error', onError);
    done(failure ?? refusal ?? body?.bytes() ?? Buffer.alloc(0));
    body = undefined;
  };
  const onEnd = (): void => end();
  // The client disconnected or broke the protocol.
  const onError = (cause: Error): void => end(Object.assign(cause, { statusCode: 400 }));
  payload.on('data', onData).on('end', onEnd).on('error', onError);
}

const tooLarge = (): AppError =>
  new AppError('invalid_request', 'The body is larger than this endpoint accepts.', { status: 413 });

function assertReadable({ headers, routeOptions }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError(
      'invalid_request',
      'Compressed bodies are not accepted. Send the body without Content-Encoding.',
      { status: 415 },
    );
  if (headers['content-type']?.toLowerCase().startsWith('multipart/') && !routeOptions.config.form)
    throw new AppError(
      'invalid_request',
      'This endpoint does not accept forms. Send JSON with "Content-Type: application/json".',
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
    'The body has a key "__proto__", or "constructor" with a "prototype" in it. Remove it.',
  );
