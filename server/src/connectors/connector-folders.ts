import { join } from 'node:path';
import type { Environment } from '#lib/environment.ts';

/** Where the connectors of an environment keep files between runs, with a folder for each workspace. */
export const connectorFolders = (dataDir: string, environment: Environment): string =>
  join(dataDir, 'connectors', environment);
