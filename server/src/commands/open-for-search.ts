import { openModels } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import type { Environment } from '#lib/environment.ts';
import type { DeepModel, Embedders } from '#models/model.ts';
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
    models: { ...models, embedders: withPatience(models.embedders) },
    store,
    close: async () => {
      await store.close();
      await close();
    },
  };
}

/** A command measures what a search finds, not how busy the machine is. */
const PATIENCE_MS = 600_000;

const withPatience = (embedders: Embedders): Embedders => ({
  ...embedders,
  deepOf: (indexVersion, choice) => {
    const model = embedders.deepOf(indexVersion, choice);
    return model && patient(model);
  },
});

const patient = (model: DeepModel): DeepModel => ({
  ...model,
  embedQuery: (text, options) => model.embedQuery(text, { ...options, patienceMs: PATIENCE_MS }),
});
