import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRequests } from '../helpers/open-routes.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

/** A machine that is busy or slow takes longer for each, and so it does for the simplest. */
const TIMES_HEALTH = 20;
const WARM_UP = 20;
const REQUESTS = 60;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({
    env: { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'footnote' },
  });
});
afterAll(() => server.stop());

/** Milliseconds of the thread that answers, the mean of many. */
async function costOf(method: string, path: string, body?: unknown): Promise<number> {
  for (let count = 0; count < WARM_UP; count++) await server.send(method, path, body);
  const before = server.mainThreadCpuMs();
  for (let count = 0; count < REQUESTS; count++) await server.send(method, path, body);
  return (server.mainThreadCpuMs() - before) / REQUESTS;
}

describe.skipIf(process.platform !== 'linux')('routes that take no key', () => {
  it('routes without a key each cost next to nothing', async () => {
    const requests = await openRequests();
    const paths = requests.map(({ path }) => path);
    for (const path of ['/', '/healthz', '/readyz', '/metrics', '/openapi.json', '/v1/account/sign-in'])
      expect(paths).toContain(path);
    const health = await costOf('GET', '/healthz');
    const most = Math.max(2, TIMES_HEALTH * health);
    for (const { method, path, body } of requests) {
      const ms = await costOf(method, path, body);
      expect(ms, `${method} ${path} took ${ms} ms, and /healthz ${health} ms`).toBeLessThanOrEqual(most);
    }
  });
});
