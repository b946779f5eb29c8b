import { createWorkerPool } from '#ingestion/workers/worker-pool.ts';
import type { Environment } from '#lib/environment.ts';
import type { StaticModel } from '#models/static/static-embedder.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import type { Services } from '#services.ts';
import { startWorker } from '#worker.ts';
import { createOutboundHttp } from './outbound-http.ts';

/** Starts the workers of both environments, and the document threads and HTTP client they share. These are only opened
 *  for the first job that needs them.
 *  models: the embedding models that compute in the threads. */
export function startWorkers(
  { live, sandbox }: Record<Environment, Services>,
  models: readonly StaticModel[],
  monitor: Monitor,
): { stop(): Promise<void> } {
  const { config, clock } = live;
  const documentWorker = createWorkerPool(models, {
    threads: config.INGEST_WORKERS,
    seconds: config.DOCUMENT_SECONDS,
    memoryMb: config.DOCUMENT_MEMORY_MB,
  });
  const outbound = createOutboundHttp(config, clock);
  const tools = { documentWorker, openOutbound: outbound.open, monitor, computing: { count: 0 } };
  const workers = [startWorker(live, tools), startWorker(sandbox, tools)];
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all([documentWorker.close(), outbound.close()]);
    },
  };
}
