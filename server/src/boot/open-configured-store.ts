import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import type { Environment } from '#lib/environment.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';

/** Opens the configured storage of an environment. */
export const openConfiguredStore = (
  { config, log }: { config: Config; log: FastifyBaseLogger },
  environment: Environment,
): Promise<Store> =>
  openStore({
    ...storageAddress(config),
    environment,
    indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024,
    chunksMax: config.CHUNKS_MAX,
    isOnlyServer: config.DATABASE_URL === undefined,
    packsSegments: true,
    onFault: (error) => log.warn({ err: error, environment }, 'background work of the storage failed'),
  });
