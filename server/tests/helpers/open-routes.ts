import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { startTestService } from './start-test-service.ts';

export type OpenRequest = { method: string; path: string; body?: unknown };

type Route = Pick<RouteOptions, 'method' | 'url' | 'config'>;

/** All routes of the live app that take neither key nor sign-in, from its own table. */
async function openRoutes(): Promise<Route[]> {
  const tables: Route[][] = [];
  const onMade = (message: unknown): void => {
    const routes: Route[] = [];
    tables.push(routes);
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', onMade);
  const test = await startTestService({
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'footnote',
  });
  unsubscribe('fastify.initialization', onMade);
  await test.stop();
  return (tables[0] ?? []).filter(({ url, config }) => !isGuarded(url) || config?.access === 'open');
}

const isGuarded = (url: string): boolean => url.startsWith('/v1/') && !url.startsWith('/v1/widget/');

/** A token of the right form that nobody has. */
const UNKNOWN_TOKEN = 'svc_pub_live_unknown';

/** Requests to every open route, and to what no route is. Paths are filled with what does not exist, bodies are wrong: what
 *  strangers may send as often as they like. */
export async function openRequests(): Promise<OpenRequest[]> {
  const requests = (await openRoutes()).flatMap(({ method, url }): OpenRequest[] =>
    [method].flat().map((each) => ({
      method: String(each),
      path: url
        .replace(/:token/g, UNKNOWN_TOKEN)
        .replace(/:\w+/g, 'none')
        .replace('*', 'none'),
      ...(each === 'POST' && { body: { odd: 1 } }),
    })),
  );
  return [
    ...requests,
    { method: 'GET', path: '/nowhere' },
    { method: 'DELETE', path: '/' },
    { method: 'GET', path: '/v1/nowhere' },
    { method: 'GET', path: '/v1/account/oidc/callback?code=x&state=y' },
  ];
}
