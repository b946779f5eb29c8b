import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { AppError } from '#errors.ts';
import { healthRoutes } from '#http/service-routes/health.ts';
import { metricsRoute } from '#http/service-routes/metrics.ts';
import type { AppServices } from './app-services.ts';
import { createApp } from './create-app.ts';

/** The HTTP interface of a worker process: health and metrics of both environments. */
export function buildHealthApp(
  services: Pick<AppServices, 'config' | 'log' | 'stores' | 'monitor' | 'isStopping'>,
  serverFactory: FastifyServerFactory,
): FastifyInstance {
  const app = createApp(services, serverFactory, 'worker');
  app.setNotFoundHandler(() => {
    throw new AppError(
      'not_found',
      'This process only runs background jobs (ROLE=worker) and answers GET /healthz, /readyz and /metrics. Send other requests to a process with ROLE=api.',
    );
  });
  const { live, sandbox } = services.stores;
  const storage = async (): Promise<void> => {
    await Promise.all([live.ping(), sandbox.ping()]);
  };
  const queue = async (): Promise<void> => {
    await Promise.all([live.jobs.nextDueAt('compute'), sandbox.jobs.nextDueAt('compute')]);
  };
  healthRoutes(app, { checks: { storage, queue }, parts: live.partStates, isStopping: services.isStopping });
  metricsRoute(app, { monitor: services.monitor, token: services.config.METRICS_TOKEN });
  return app;
}
