import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Address, baseUrlsOf } from '#http/base-urls.ts';
import type { Json } from './openapi-document/json.ts';
import { type Precompressed, precompress, sendPrecompressed } from './precompressed.ts';

/** Documents for more hosts than this are made again: clients choose the host, so they must not fill the memory. */
const MOST_HOSTS = 8;

/** `GET /openapi.json`. It needs no key, so it must be cheap: the document is
 *  kept as bytes, for each pair of base URLs under which clients know the service. */
export function openApiRoute(app: FastifyInstance, document: () => Json, address: Address): void {
  const stored = new Map<string, Promise<Precompressed>>();
  const bytesFor = (request: FastifyRequest): Promise<Precompressed> => {
    const { live, sandbox } = baseUrlsOf(address, request);
    const key = `${live} ${sandbox}`;
    const known = stored.get(key);
    if (known) return known;
    const servers = [
      { url: live, description: 'Live' },
      { url: sandbox, description: 'Sandbox' },
    ];
    const made = precompress(
      'application/json; charset=utf-8',
      Buffer.from(JSON.stringify({ ...document(), servers })),
    );
    if (stored.size >= MOST_HOSTS) stored.clear();
    stored.set(key, made);
    return made;
  };
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    // It changes with the version of the service, so clients must revalidate.
    reply.header('cache-control', 'no-cache');
    return sendPrecompressed(request, reply, await bytesFor(request));
  });
}
