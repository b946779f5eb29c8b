import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { SendPage } from './service-routes/dashboard.ts';

/** Answers 404 for an unknown path and 405 with `Allow` for a known one. Call it before the routes are registered.
 *  `sendPage`: shown to people who mistype a URL of the dashboard. */
export function answerUnknownRoutes(app: FastifyInstance, sendPage?: SendPage): void {
  const routes: { url: string; pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // Backtracks: within the segments of a path, which the slashes separate.
    const pattern = new RegExp(`^${url.replace(/:[a-z_]+/g, '[^/]+')}$`);
    for (const each of [method].flat()) routes.push({ url, pattern, method: each });
  });
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    // A path that is a route as it stands, such as …/sources/bulk, has only its own methods, not those of …/sources/:id.
    const own = routes.filter(({ url }) => url === path);
    const matching = own.length > 0 ? own : routes.filter(({ pattern }) => pattern.test(path));
    const methods = [...new Set(matching.map(({ method }) => method))];
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
  // In this early hook, so that the body of such a request is not read. Hooks of this app also run in its children,
  // which refuse unknown paths themselves, behind their own guard.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.server !== app) return;
    if (sendPage && isVisit(request)) return sendPage(reply.status(404));
    refuse(request);
  });
}

/** Whether a browser opens a page, rather than an API client sending a request. */
const isVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !/^\/v1(?:[/?]|$)/.test(url);
