import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: so does all that it needs; 503 names what does not. */
export function healthRoutes(app: FastifyInstance, checks: Record<string, () => Promise<void>>): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) =>
          [
            name,
            await check().then(
              () => 'ok',
              () => 'failing',
            ),
          ] as const,
      ),
    );
    const isReady = results.every(([, result]) => result === 'ok');
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
  });
}
