import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Headers that pages may read. */
const EXPOSED = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Location',
  'ETag',
  'Idempotency-Replayed',
  'Server-Timing',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'Footnote-Source-Id',
];
/** The longest that browsers allow. */
const MAX_AGE_SECONDS = 7_200;

/** Lets web pages of these origins call the API with a key. Cookies from other sites are never accepted: no answer
 *  allows credentials. Without origins no header is sent, and browsers refuse. Call it before the routes are
 *  registered. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'X-Request-Id',
      'Traceparent',
      'X-Session-Id',
      'X-Citation-Style',
      'MCP-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Metadata',
      'Upload-Offset',
    ],
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  });
}
