import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';

/** Answers 404 for an unknown path and 405 with `Allow` for a known one. To be called before the routes are registered. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
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
        `There is no ${path.slice(0, 200)} here; GET /openapi.json lists what there is.`,
      );
    const allow = methods.sort().join(', ');
    throw new AppError(
      'invalid_request',
      `${request.method} is not offered on ${path.slice(0, 200)}; it takes ${allow}.`,
      { status: 405, headers: { allow } },
    );
  };
  app.setNotFoundHandler(refuse);
  // Already here, so that the body of such a request is not looked at. Hooks of this app run in its children too,
  // which refuse for themselves, behind their own guard.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && request.server === app) refuse(request);
  });
}
