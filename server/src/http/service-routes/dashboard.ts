import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DASHBOARD_PAGES } from '#isomorphic/dashboard-pages.ts';

/** The output of `vite build` in dashboard/; see scripts/build-dashboard.mjs. */
export const DIST = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url));

/** Nothing from other origins, and no inline scripts; charts set inline styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The worker that reads PDFs has the rules of its own file: it compiles its decoders, and loads them and its fonts from here. */
const PDF_WORKER = 'pdf.worker.';
const PDF_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** Answers with the one page of the dashboard. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/** Undefined if the dashboard was not built. */
export function readDashboardPage(): SendPage | undefined {
  const indexFile = join(DIST, 'index.html');
  if (!existsSync(indexFile)) return undefined;
  const page = readFileSync(indexFile);
  return (reply) =>
    reply
      .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
}

/** Serves the dashboard at `/`, and the chat widget. */
export async function serveDashboard(app: FastifyInstance, sendPage: SendPage): Promise<void> {
  const widgetFile = join(DIST, 'widget.js');
  if (existsSync(widgetFile)) serveWidget(app, readFileSync(widgetFile), readFileSync(`${widgetFile}.gz`));
  await app.register(fastifyStatic, {
    root: join(DIST, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    // File names contain a hash of the content.
    immutable: true,
    maxAge: '1y',
    setHeaders: (reply, path) => {
      if (path.includes(PDF_WORKER)) reply.header('content-security-policy', PDF_WORKER_POLICY);
    },
    decorateReply: false,
    schemaHide: true,
  });
  const addresses = ['/', ...DASHBOARD_PAGES.flatMap((name) => [`/${name}`, `/${name}/*`])];
  for (const url of addresses) app.get(url, { schema: { hide: true } }, (_request, reply) => sendPage(reply));
}

/** Serves the chat widget's script for customers' pages. A new version reaches them within minutes. */
function serveWidget(app: FastifyInstance, script: Buffer, zipped: Buffer): void {
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
  app.get('/widget.js', { schema: { hide: true } }, (request, reply) => {
    reply.headers({
      etag,
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    reply.type('text/javascript; charset=utf-8');
    return /\bgzip\b/.test(String(request.headers['accept-encoding']))
      ? reply.header('content-encoding', 'gzip').send(zipped)
      : reply.send(script);
  });
}
