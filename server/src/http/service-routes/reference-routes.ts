import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { documentPaths, readDocument } from './guides.ts';
import { llmsText } from './llms-text.ts';
import type { Json } from './openapi-document/json.ts';
import { type Precompressed, precompress, sendPrecompressed } from './precompressed.ts';

const FOLDER = new URL('./reference/', import.meta.url);

/** Nothing from other origins, and no requests to them. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FILES = {
  '/docs': ['reference.html', 'text/html; charset=utf-8'],
  '/docs/reference.css': ['reference.css', 'text/css; charset=utf-8'],
  '/docs/reference.js': ['reference.js', 'text/javascript; charset=utf-8'],
} as const;

/** `GET /docs`, the reference that people read, the guides beside it, and `GET /llms.txt`, the index that language models read. */
export function referenceRoutes(app: FastifyInstance, document: () => Json): void {
  for (const [url, [name, type]] of Object.entries(FILES)) {
    serve(app, url, type, () => readFileSync(new URL(name, FOLDER)));
  }
  for (const path of documentPaths())
    serve(app, `/docs/${path}`, 'text/markdown; charset=utf-8', () => readDocument(path));
  serve(app, '/llms.txt', 'text/markdown; charset=utf-8', () => Buffer.from(llmsText(document())));
}

/** Compressed at the first request, and kept. */
function serve(app: FastifyInstance, url: string, type: string, read: () => Buffer): void {
  let stored: Promise<Precompressed> | undefined;
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    stored ??= precompress(type, read());
    reply.headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' });
    return sendPrecompressed(request, reply, await stored);
  });
}
