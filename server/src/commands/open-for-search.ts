import { openModels } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import type { Environment } from '#lib/environment.ts';
import type { Services } from '#services.ts';
import { openStore, openStoreBesideServer, type StorageAddress } from '#storage/open-store.ts';

/** What a search needs, for a command that runs with or without a server. isNew: create the storage; otherwise it must
 *  exist. */
export async function openForSearch(
  config: Config,
  { environment, isNew, ...address }: { environment: Environment; isNew: boolean } & StorageAddress,
): Promise<Pick<Services, 'models' | 'store'>> {
  const { models } = await openModels(config);
  const options = { ...address, environment, indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024 };
  return {
    models,
    store: isNew
      ? await openStore({ ...options, isOnlyServer: false })
      : await openStoreBesideServer(options),
  };
}
