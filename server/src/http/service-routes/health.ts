import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A check that takes longer counts as failing. */
const CHECK_MS = 2_000;

type HealthOptions = {
  /** Required parts by name; each check throws on failure. */
  checks: Record<string, () => Promise<void>>;
  /** Optional parts, and whether they work. */
  helpers?: () => Record<string, 'ok' | 'degraded'>;
  /** Whether the service is about to stop, so that load balancers send requests elsewhere. */
  isStopping: () => boolean;
};

/** `/healthz`: the process answers. `/readyz`: so does everything that every request needs; 503 names what does not.
 *  Optional parts are named too, without effect on the status. */
export function healthRoutes(
  app: FastifyInstance,
  { checks, helpers = () => ({}), isStopping }: HealthOptions,
): void {
  const timed = Object.entries(checks).map(([name, check]) => [name, inTime(check)] as const);

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      timed.map(async ([name, isInOrder]) => [name, (await isInOrder()) ? 'ok' : 'failing'] as const),
    );
    const isReady = results.every(([, result]) => result === 'ok');
    const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'not ready';
    return reply
      .status(status === 'ready' ? 200 : 503)
      .send({ status, checks: { ...Object.fromEntries(results), ...helpers() } });
  });
}

/** Whether a check succeeds in time. A check that still hangs is not started again. */
function inTime(check: () => Promise<void>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return async () => {
    running ??= check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = undefined;
      });
    return await Promise.race([running, sleep(CHECK_MS, false, { ref: false })]);
  };
}
