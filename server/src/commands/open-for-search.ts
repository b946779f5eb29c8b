import type { Config } from '#config.ts';
import type { Environment } from '#lib/environment.ts';
import { openModels } from '#open-models.ts';
import type { Services } from '#services.ts';
import { openStore, openStoreBesideServer } from '#storage/open-store.ts';

/** What a search needs, for a command that runs beside the server or without one. isNew: the folder is made into a data
 *  folder; otherwise it must be one. */
export async function openForSearch(
  config: Config,
  { dataDir, environment, isNew }: { dataDir: string; environment: Environment; isNew: boolean },
): Promise<Pick<Services, 'models' | 'store'>> {
  const { models } = await openModels(config);
  const options = { dataDir, environment, indexMemoryBytes: config.INDEX_MEMORY_MB * 1024 * 1024 };
  return {
    models,
    store: isNew ? openStore({ ...options, isOnlyServer: false }) : openStoreBesideServer(options),
  };
}
