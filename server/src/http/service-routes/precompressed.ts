import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is the same for all clients, compressed once. */
export type Precompressed = { etag: string; type: string; plain: Buffer; gzip: Buffer; br: Buffer };

/** At this quality, 300 kB take 10 ms of a pool thread; the best quality would take 500 ms. */
const BROTLI_QUALITY = 5;

export async function precompress(type: string, plain: Buffer): Promise<Precompressed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params }),
  ]);
  return { etag: etagOf(plain), type, plain, gzip: zipped, br };
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Sends it in an encoding that the client accepts, or 304 if the client has it. */
export function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Precompressed,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  reply.headers({ etag: stored.etag, vary: 'Accept-Encoding' });
  if (knows(request.headers['if-none-match'], stored.etag)) return reply.status(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(stored.type).send(stored[encoding ?? 'plain']);
}

/** Whether the header contains the ETag. It may be weak or strong, one of several, or `*`: a proxy that recompresses
 *  turns a strong tag into a weak one. */
const knows = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag) ?? false;

/** The best encoding that the client accepts. A quality of 0 means it does not. */
function encodingFor(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, quality]) => Number(quality?.replace(/^q=/, '') ?? 1) > 0)
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((name) => taken.includes(name));
}
