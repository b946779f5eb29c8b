import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { lockDataDir } from '#storage/lock-data-dir.ts';
import { clearUploads } from './clear-uploads.ts';
import { closeDataDir } from './exposure.ts';

/** Locks the data folder, removes abandoned uploads and closes the folder to other users. Returns the unlock function. */
export async function openDataDir(config: Config, log: FastifyBaseLogger): Promise<() => void> {
  // On PostgreSQL several processes may share a machine.
  const unlock = config.DATABASE_URL === undefined ? lockDataDir(config.DATA_DIR) : () => {};
  await clearUploads(config, log);
  closeDataDir(config, log);
  return unlock;
}
