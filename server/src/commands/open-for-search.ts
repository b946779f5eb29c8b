import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#config.ts';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openModels } from '#open-models.ts';
import type { Services } from '#services.ts';
import { openStore } from '#storage/open-store.ts';

/** What a search needs, for a command that runs beside the server or without one. isNew: the folder is made into a data
 *  folder; otherwise it must be one. */
export async function openForSearch(
  config: Config,
  { dataDir, environment, isNew }: { dataDir: string; environment: Environment; isNew: boolean },
): Promise<Pick<Services, 'models' | 'store'>> {
  if (!isNew && !existsSync(join(dataDir, `${environment}.db`)))
    throw new OperatorError(
      `There is no data in ${resolve(dataDir)} yet: start the service once, or set DATA_DIR to the folder that it uses.`,
    );
  const { models } = await openModels(config);
  const indexMemoryBytes = config.INDEX_MEMORY_MB * 1024 * 1024;
  return {
    models,
    store: openStore({ dataDir, environment, indexMemoryBytes, isOnlyServer: false }),
  };
}
