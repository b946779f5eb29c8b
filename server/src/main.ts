import { rmSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:http';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerFactory } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { repairSources } from './ingestion/repair-sources.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Environment } from './lib/environment.ts';
import { OperatorError } from './lib/operator-error.ts';
import type { StaticModel } from './models/static/static-embedder.ts';
import { openModels } from './open-models.ts';
import { createPageFetcher } from './page-fetcher.ts';
import { createPreparerPool } from './preparer-pool.ts';
import type { Services } from './services.ts';
import { type FirstKeys, setUp } from './set-up.ts';
import { lockDataDir } from './storage/lock-data-dir.ts';
import { openStore } from './storage/open-store.ts';
import { storageAddress } from './storage-settings.ts';
import { startWorker, type WorkerTools } from './worker.ts';

export type Service = {
  /** Where each environment answers, such as http://127.0.0.1:8080. */
  baseUrls: Record<Environment, string>;
  /** Of the very first start: the keys, shown this once. */
  firstKeys: FirstKeys | undefined;
  /** Lets running requests end, then stops. */
  stop(): Promise<void>;
};

/** Puts the service together and starts it: config -> storage, models -> services -> HTTP apps and workers. */
export async function startService({
  config,
  log,
  clock = systemClock,
}: {
  config: Config;
  log: FastifyBaseLogger;
  clock?: Clock;
}): Promise<Service> {
  const unlock = lockDataDir(config.DATA_DIR);
  rmSync(join(config.DATA_DIR, 'uploads'), { recursive: true, force: true });
  const { models, staticModels } = await openModels(config, (failure) =>
    log.warn({ err: failure }, 'answered by the fallback model'),
  );
  const open = (environment: Environment) =>
    openStore({
      ...storageAddress(config),
      environment,
      indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024,
      isOnlyServer: true,
    });
  const stores = { live: await open('live'), sandbox: await open('sandbox') };
  const firstKeys = await setUp({ stores, clock, indexVersion: models.embedders.indexVersionFor(null) });
  const servicesOf = (environment: Environment): Services => ({
    config,
    store: stores[environment],
    // Tests of those who integrate us cost nothing, and repeat byte for byte.
    models:
      environment === 'sandbox' && config.SANDBOX_LLM === 'off'
        ? { ...models, chatModel: undefined }
        : models,
    log: log.child({ environment }),
    clock,
  });
  const services = { live: servicesOf('live'), sandbox: servicesOf('sandbox') };
  for (const environment of [services.live, services.sandbox]) {
    await repairSources(environment);
  }
  const { baseUrls, close } = await listen(config, services, stores);
  const tools = createWorkerTools(config, staticModels, clock);
  const workers = [startWorker(services.live, tools), startWorker(services.sandbox, tools)];
  return {
    baseUrls,
    firstKeys,
    stop: async () => {
      await close();
      await Promise.all(workers.map((worker) => worker.stop()));
      await tools.close();
      await Promise.all([stores.live.close(), stores.sandbox.close()]);
      unlock();
    },
  };
}

/** What the workers of both environments share: the threads that read documents, and the way to the web. */
function createWorkerTools(
  config: Config,
  models: readonly StaticModel[],
  clock: Clock,
): WorkerTools & { close(): Promise<void> } {
  const preparer = createPreparerPool(models, {
    threads: config.INGEST_WORKERS,
    seconds: config.DOCUMENT_SECONDS,
    memoryMb: config.DOCUMENT_MEMORY_MB,
  });
  const fetcher = createPageFetcher(config, clock);
  return {
    preparer,
    openFetcher: fetcher.open,
    close: async () => {
      await Promise.all([preparer.close(), fetcher.close()]);
    },
  };
}

type Apps = Record<Environment, FastifyInstance>;

/** Opens a port for each environment, or one for both when their host names tell them apart. */
async function listen(
  config: Config,
  services: Record<Environment, Services>,
  stores: Record<Environment, Services['store']>,
): Promise<{ baseUrls: Service['baseUrls']; close(): Promise<void> }> {
  const build = async (
    environment: Environment,
    serverFactory?: FastifyServerFactory,
  ): Promise<FastifyInstance> => {
    const cursorSecret = await stores[environment].settings.getOrCreate('cursor_secret', () =>
      crypto.randomUUID(),
    );
    return await buildApp({ ...services[environment], stores, cursorSecret }, serverFactory);
  };
  const sandbox = await build('sandbox');
  const { LIVE_BASE_URL, SANDBOX_BASE_URL } = config;
  const isByHost = LIVE_BASE_URL !== undefined && SANDBOX_BASE_URL !== undefined;
  const live = await build('live', isByHost ? dispatchByHost(SANDBOX_BASE_URL, sandbox) : undefined);
  const apps: Apps = { live, sandbox };
  const close = async (): Promise<void> => {
    await Promise.all([apps.live.close(), apps.sandbox.close()]);
  };
  try {
    const liveAddress = await apps.live.listen({ host: config.HOST, port: config.PORT });
    if (isByHost) {
      await sandbox.ready();
      return { baseUrls: { live: LIVE_BASE_URL, sandbox: SANDBOX_BASE_URL }, close };
    }
    const sandboxAddress = await apps.sandbox.listen({ host: config.HOST, port: config.SANDBOX_PORT });
    return {
      baseUrls: { live: LIVE_BASE_URL ?? liveAddress, sandbox: SANDBOX_BASE_URL ?? sandboxAddress },
      close,
    };
  } catch (error) {
    await close();
    const { code, port } = error as { code?: string; port?: number };
    if (code !== 'EADDRINUSE') throw error;
    throw new OperatorError(
      `Port ${port} is in use: stop what listens there, or set PORT and SANDBOX_PORT to others.`,
      { cause: error },
    );
  }
}

/** Requests whose Host is the sandbox's go to the sandbox, all others to the app that listens. */
const dispatchByHost =
  (sandboxUrl: string, sandbox: FastifyInstance): FastifyServerFactory =>
  (handler, options) => {
    const sandboxHost = new URL(sandboxUrl).host;
    const { http, requestTimeout } = options as { http: ServerOptions; requestTimeout: number };
    return createServer({ ...http, requestTimeout }, (request, response) => {
      // As URLs write it: lower case, without the port that the scheme implies.
      const host = request.headers.host?.toLowerCase().replace(/:(80|443)$/, '');
      return host === sandboxHost ? sandbox.routing(request, response) : handler(request, response);
    });
  };
