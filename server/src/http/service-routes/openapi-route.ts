import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { type Precompressed, precompress, sendPrecompressed } from './precompressed.ts';

/** `GET /openapi.json`. It needs no key, so it must be cheap: the document is built on the first request (50 ms) and
 *  kept as bytes. */
export function openApiRoute(app: FastifyInstance): void {
  let stored: Promise<Precompressed> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    stored ??= precompress(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(openApiDocument(app))),
    );
    // It changes with the version of the service, so clients must revalidate.
    reply.header('cache-control', 'no-cache');
    return sendPrecompressed(request, reply, await stored);
  });
}
