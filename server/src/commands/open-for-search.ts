import { openModels } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import type { Environment } from '#lib/environment.ts';
import type { Services } from '#services.ts';
import { openStore, openStoreBesideServer, type StorageAddress } from '#storage/open-store.ts';

/** close: ends the threads of the models, and closes the store. */
export type SearchServices = Pick<Services, 'models' | 'store'> & { close(): Promise<void> };

/** What a search needs, for a command that runs with or without a server. isNew: create the storage; otherwise it must
 *  exist. */
export async function openForSearch(
  config: Config,
  { environment, isNew, ...address }: { environment: Environment; isNew: boolean } & StorageAddress,
): Promise<SearchServices> {
  const { models, close } = await openModels(config);
  const options = { ...address, environment, indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024 };
  const store = isNew
    ? await openStore({ ...options, isOnlyServer: false })
    : await openStoreBesideServer(options);
  return {
    models,
    store,
    close: async () => {
      await store.close();
      await close();
    },
  };
}
