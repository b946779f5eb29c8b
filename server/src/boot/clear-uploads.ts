import { rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { spoolFolder } from '#records/content.ts';

/** No upload takes this long from its first byte to the commit. */
const ABANDONED_MS = 24 * 3_600_000;

/** Removes the uploads of dead processes: all files if only this process uses the folder, otherwise those too old to be in
 *  progress. */
export async function clearUploads(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  log: FastifyBaseLogger,
): Promise<void> {
  const folder = spoolFolder(config.DATA_DIR);
  if (config.DATABASE_URL === undefined) rmSync(folder, { recursive: true, force: true });
  else
    await removeAbandoned(folder).catch((error) =>
      log.warn({ err: error }, 'removing abandoned uploads failed'),
    );
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    // Another process may remove it at the same time.
    const file = await stat(path).catch(() => undefined);
    if (file && Date.now() - file.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}
