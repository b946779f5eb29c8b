import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { checkBlobStore, warnOfMissingBlobStore } from './boot/check-blob-store.ts';
import { networkWarnings } from './boot/exposure.ts';
import { completeFirstStart, type FirstKeys } from './boot/first-start.ts';
import { type Listening, listen, listenForHealth } from './boot/listen.ts';
import { openConfiguredStore } from './boot/open-configured-store.ts';
import { openDataDir } from './boot/open-data-dir.ts';
import { openModels } from './boot/open-models.ts';
import { readQueueGauges } from './boot/queue-gauges.ts';
import { saveServiceUrls } from './boot/service-urls.ts';
import { startWorkers } from './boot/start-workers.ts';
import { openTls } from './boot/tls.ts';
import type { Config } from './config/config.ts';
import { programEnvironment } from './config/program-environment.ts';
import { findOcrEngine } from './ingestion/parse/ocr/find-ocr-engine.ts';
import { repairSources } from './ingestion/repair-sources.ts';
import { repairUnderstanding } from './ingestion/understanding/repair-understanding.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Environment } from './lib/environment.ts';
import type { DeepModel } from './models/model.ts';
import { observedModels } from './models/observed-models.ts';
import type { DeepOptions } from './models/open-deep.ts';
import { createMonitor } from './monitoring/monitor.ts';
import { openTracing } from './monitoring/open-tracing.ts';
import type { Services } from './services.ts';
import type { Store } from './storage/store.ts';

export type Service = {
  /** Where each environment answers, such as http://127.0.0.1:8080. With ROLE=worker only health and metrics do. */
  baseUrls: Listening['baseUrls'];
  /** The keys that the very first start makes and shows once. */
  firstKeys: FirstKeys | undefined;
  /** Whether there is no account yet to sign in with. */
  isWithoutAccounts: boolean;
  /** Lets running requests finish, then stops. */
  stop(): Promise<void>;
};

type Options = {
  config: Config;
  log: FastifyBaseLogger;
  clock?: Clock;
  /** Opens the storage of an environment; by default where the settings say. */
  open?: (environment: Environment) => Promise<Store>;
  /** Called when the API is built and no one is served yet. */
  beforeListening?: () => void;
  /** Reads passages in place of the bundled deep model, or how that one is opened. */
  deepModel?: DeepModel | DeepOptions;
};

/** Starts the service: config -> storage and models -> services -> HTTP apps and workers, as its role has them. The only place
 *  where the parts are put together. */
export async function startService({
  config,
  log,
  clock = systemClock,
  open = (environment) => openConfiguredStore({ config, log }, environment),
  beforeListening = () => {},
  deepModel = {},
}: Options): Promise<Service> {
  const isApi = config.ROLE !== 'worker';
  const isWorker = config.ROLE !== 'api';

  // What the process needs: file store, certificate, data folder, models, storage.
  await checkBlobStore(config, log);
  const tls = await openTls(config, log);
  const tracing = await openTracing(config, (error) => log.warn({ err: error }, 'traces could not be sent'));
  const unlock = await openDataDir(config, log);
  for (const warning of networkWarnings(config)) log.warn(warning);
  const {
    models,
    staticModels,
    close: closeModels,
  } = await openModels(config, {
    onFallback: (failure) => log.warn({ err: failure }, 'the fallback model answered'),
    onDeepFault: (fault) => log.error(fault),
    deepModel,
  });
  const ocrEngine =
    isWorker && config.OCR === 'auto'
      ? await findOcrEngine(config.OCR_LANGUAGES, programEnvironment())
      : undefined;
  const stores = { live: await open('live'), sandbox: await open('sandbox') };
  await warnOfMissingBlobStore(config, Object.values(stores), log);
  const indexVersion = models.embedders.indexVersionFor(null);
  const firstKeys = isApi ? await completeFirstStart({ stores, clock, indexVersion }) : undefined;

  // What the rooms work with, in each environment.
  const observed = observedModels(models);
  const servicesOf = (environment: Environment): Services => ({
    config,
    store: stores[environment],
    // Integrators' tests in the sandbox cost nothing and repeat byte for byte.
    models:
      environment === 'sandbox' && config.SANDBOX_LLM === 'off'
        ? { ...observed, chatModel: undefined }
        : observed,
    log: log.child({ environment }),
    clock,
  });
  const services = { live: servicesOf('live'), sandbox: servicesOf('sandbox') };
  const monitor = createMonitor(
    {
      live: () => readQueueGauges(stores.live, clock, models.embedders),
      sandbox: () => readQueueGauges(stores.sandbox, clock, models.embedders),
    },
    tracing,
  );

  // Requests and jobs.
  let isStopping = false;
  const http = { config, services, stores, monitor, tls, isStopping: () => isStopping };
  if (isWorker)
    for (const each of Object.values(services)) {
      await repairSources(each);
      await repairUnderstanding(each);
    }
  const { baseUrls, close } = isApi
    ? await listen({ ...http, beforeListening })
    : await listenForHealth(http);
  if (isApi)
    await saveServiceUrls(stores.live, baseUrls).catch((error) =>
      log.warn({ err: error }, 'the URLs of the service could not be saved for the command line'),
    );
  const workers = isWorker ? startWorkers(services, { models: staticModels, ocrEngine }, monitor) : undefined;

  return {
    baseUrls,
    firstKeys,
    isWithoutAccounts: !(await stores.live.people.accounts.exist()),
    stop: async () => {
      isStopping = true;
      await sleep(config.DRAIN_SECONDS * 1_000);
      await close();
      await workers?.stop();
      await closeModels();
      tls?.close();
      await monitor.close();
      await Promise.all([stores.live.close(), stores.sandbox.close()]);
      unlock();
    },
  };
}
