import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';

/** A check that takes longer counts as failing. */
const CHECK_MS = 2_000;

type HealthOptions = {
  /** Required parts by name; each check throws on failure. */
  checks: Record<string, () => Promise<void>>;
  /** Optional parts, and whether they work. */
  helpers?: () => Record<string, 'ok' | 'degraded'>;
  /** What holds a part of the workspaces, and whether it answers. */
  parts?: () => Promise<Record<string, 'ok' | 'failing'>>;
  /** Whether the service is about to stop, so that load balancers send requests elsewhere. */
  isStopping: () => boolean;
};

/** `/healthz`: the process answers. `/readyz`: so does everything that every request needs; 503 names what does not,
 *  and says what is wrong with it. Optional parts are named too, without effect on the status, and so is what only some
 *  workspaces need: any other node would answer the same. */
export function healthRoutes(
  app: FastifyInstance,
  { checks, helpers = () => ({}), parts = async () => ({}), isStopping }: HealthOptions,
): void {
  const timed = Object.entries(checks).map(([name, check]) => [name, inTime(check)] as const);

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const [results, ofParts] = await Promise.all([
      Promise.all(timed.map(async ([name, faultOf]) => [name, await faultOf()] as const)),
      // Without the database no one knows them, and a check says so.
      parts().catch(() => ({})),
    ]);
    const faults = results.filter(([, fault]) => fault !== undefined);
    const checked = results.map(([name, fault]) => [name, fault === undefined ? 'ok' : 'failing']);
    const status = isStopping() ? 'stopping' : faults.length === 0 ? 'ready' : 'not ready';
    return reply.status(status === 'ready' ? 200 : 503).send({
      status,
      checks: { ...Object.fromEntries(checked), ...helpers() },
      ...(Object.keys(ofParts).length > 0 && { parts: ofParts }),
      ...(faults.length > 0 && { faults: Object.fromEntries(faults) }),
    });
  });
}

/** What is wrong with a part, as a sentence; undefined if its check succeeds in time. A check that still hangs is not
 *  started again. */
function inTime(check: () => Promise<void>): () => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined;
  return async () => {
    running ??= check()
      .then(
        () => undefined,
        // Other messages may say what is no one's business.
        (error) => (error instanceof StorageUnavailableError ? error.message : 'The check failed.'),
      )
      .finally(() => {
        running = undefined;
      });
    return await Promise.race([running, sleep(CHECK_MS, NO_ANSWER, { ref: false })]);
  };
}

const NO_ANSWER = `There was no answer within ${CHECK_MS / 1_000} seconds.`;
