import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { clearUploads } from './boot/clear-uploads.ts';
import { closeDataDir, networkWarnings } from './boot/exposure.ts';
import { type FirstKeys, setUp } from './boot/first-start.ts';
import { type Listening, listen, listenForHealth } from './boot/listen.ts';
import { openModels } from './boot/open-models.ts';
import { readState } from './boot/queue-gauges.ts';
import { startWorkers } from './boot/start-workers.ts';
import { openTls } from './boot/tls.ts';
import type { Config } from './config/config.ts';
import { storageAddress } from './config/storage.ts';
import { repairSources } from './ingestion/repair-sources.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Environment } from './lib/environment.ts';
import { observedModels } from './models/observed-models.ts';
import { createMonitor } from './monitoring/monitor.ts';
import { openTracing } from './monitoring/tracing.ts';
import type { Services } from './services.ts';
import { lockDataDir } from './storage/lock-data-dir.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';

export type Service = {
  /** Where each environment answers, such as http://127.0.0.1:8080; with ROLE=worker, where its health is asked for. */
  baseUrls: Listening['baseUrls'];
  /** Of the very first start: the keys, shown this once. */
  firstKeys: FirstKeys | undefined;
  /** Whether nobody has an account yet, so that nobody can sign in. */
  isWithoutAccounts: boolean;
  /** Lets running requests end, then stops. */
  stop(): Promise<void>;
};

/** Puts the service together and starts it: config -> storage, models -> services -> HTTP apps and workers, those of them
 *  that its role has. */
export async function startService({
  config,
  log,
  clock = systemClock,
  open = (environment) => openStoreOf({ config, log }, environment),
}: {
  config: Config;
  log: FastifyBaseLogger;
  clock?: Clock;
  /** The storage of an environment; that of the settings unless given. */
  open?: (environment: Environment) => Promise<Store>;
}): Promise<Service> {
  const isApi = config.ROLE !== 'worker';
  const isWorker = config.ROLE !== 'api';
  const tls = await openTls(config, log);
  // On PostgreSQL any number of processes work, also on one machine.
  const unlock = config.DATABASE_URL === undefined ? lockDataDir(config.DATA_DIR) : () => {};
  await clearUploads(config, log);
  closeDataDir(config, log);
  for (const warning of networkWarnings(config)) log.warn(warning);
  const opened = await openModels(config, (failure) =>
    log.warn({ err: failure }, 'answered by the fallback model'),
  );
  const models = observedModels(opened.models);
  const stores = { live: await open('live'), sandbox: await open('sandbox') };
  const indexVersion = models.embedders.indexVersionFor(null);
  const firstKeys = isApi ? await setUp({ stores, clock, indexVersion }) : undefined;
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
  let isStopping = false;
  const tracing = await openTracing(config, (error) => log.warn({ err: error }, 'traces could not be sent'));
  const monitor = createMonitor(
    { live: () => readState(stores.live, clock), sandbox: () => readState(stores.sandbox, clock) },
    tracing,
  );
  const http = { config, services, stores, monitor, tls, isStopping: () => isStopping };
  if (isWorker) for (const each of Object.values(services)) await repairSources(each);
  const { baseUrls, close } = isApi ? await listen(http) : await listenForHealth(http);
  const workers = isWorker ? startWorkers(services, opened.staticModels, monitor) : undefined;
  return {
    baseUrls,
    firstKeys,
    isWithoutAccounts: !(await stores.live.people.accounts.exist()),
    stop: async () => {
      isStopping = true;
      await sleep(config.DRAIN_SECONDS * 1_000);
      await close();
      await workers?.stop();
      tls?.close();
      await monitor.close();
      await Promise.all([stores.live.close(), stores.sandbox.close()]);
      unlock();
    },
  };
}

const openStoreOf = (
  { config, log }: { config: Config; log: FastifyBaseLogger },
  environment: Environment,
): Promise<Store> =>
  openStore({
    ...storageAddress(config),
    environment,
    indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024,
    isOnlyServer: config.DATABASE_URL === undefined,
    onFault: (error) => log.warn({ err: error, environment }, 'the storage could not be tidied up'),
  });
