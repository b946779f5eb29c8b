import { readFileSync } from 'node:fs';
import { type OpenRequest, openRequests } from '../server/tests/helpers/open-routes.ts';
import { type ServerProcess, startServerProcess } from '../server/tests/helpers/server-process.ts';
import type { Figure } from './service.ts';

const WARM_UP = 100;
const REQUESTS = 500;

/** Main-thread time of requests without a key, by route. */
export async function benchOpenRoutes(): Promise<Figure[]> {
  const requests = [...(await openRequests()), ...assets()];
  const server = await startServerProcess({
    env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x' },
  });
  const costs: { request: OpenRequest; ms: number }[] = [];
  for (const request of requests) costs.push({ request, ms: await mainThreadMs(server, request) });
  await server.stop();
  costs.sort((a, b) => b.ms - a.ms);
  const shown = costs.slice(0, 12).map(({ request: { method, path }, ms }) => ({
    what: `\`${method} ${path}\``,
    value: ms,
    unit: 'ms',
    goal: '<= 2',
  }));
  return [{ what: 'open routes', value: costs.length, unit: '', goal: '' }, ...shown];
}

/** The files that the dashboard's page links. */
const assets = (): OpenRequest[] =>
  [...readFileSync('dashboard/dist/index.html', 'utf8').matchAll(/"(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => ({ method: 'GET', path }),
  );

/** The mean cost of one request. */
async function mainThreadMs(server: ServerProcess, { method, path, body }: OpenRequest): Promise<number> {
  for (let count = 0; count < WARM_UP; count++) await server.send(method, path, body);
  const before = server.mainThreadCpuMs();
  for (let count = 0; count < REQUESTS; count++) await server.send(method, path, body);
  return (server.mainThreadCpuMs() - before) / REQUESTS;
}
