import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { type Precompressed, precompress, sendPrecompressed } from './precompressed.ts';

/** `GET /openapi.json`. It takes no key, so it may cost next to nothing: the document is written when it is first asked for
 *  (50 ms), and from then on it is bytes. */
export function openApiRoute(app: FastifyInstance): void {
  let stored: Promise<Precompressed> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    stored ??= precompress(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify(openApiDocument(app))),
    );
    // It changes with the version of the service: clients ask whether theirs is still the one.
    reply.header('cache-control', 'no-cache');
    return sendPrecompressed(request, reply, await stored);
  });
}
