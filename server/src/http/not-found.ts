import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { SendPage } from './service-routes/dashboard.ts';

/** Answers 404 for an unknown path and 405 with `Allow` for a known one. To be called before the routes are registered.
 *  `sendPage`: what a person sees who mistypes an address of the dashboard. */
export function answerUnknownRoutes(app: FastifyInstance, sendPage?: SendPage): void {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // Backtracks: segments of a path, which the slashes divide.
    const pattern = new RegExp(`^${url.replace(/:[a-z_]+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ pattern, method: each });
  });
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
    if (methods.length === 0)
      throw new AppError(
        'not_found',
        `There is no ${path.slice(0, 200)} here. GET /openapi.json lists all paths.`,
      );
    const allow = methods.sort().join(', ');
    throw new AppError(
      'invalid_request',
      `${path.slice(0, 200)} does not support ${request.method}, only ${allow}.`,
      { status: 405, headers: { allow } },
    );
  };
  app.setNotFoundHandler(refuse);
  // Already here, so that the body of such a request is not looked at. Hooks of this app run in its children too,
  // which refuse for themselves, behind their own guard.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.server !== app) return;
    if (sendPage && isVisit(request)) return sendPage(reply.status(404));
    refuse(request);
  });
}

/** A browser that opens an address in a tab, and no client of the API. */
const isVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !/^\/v1(?:[/?]|$)/.test(url);
