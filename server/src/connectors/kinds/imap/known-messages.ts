import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from './message.ts';

/** The messages of a folder in the last run. They never change, so only new ones are asked for. */
export type KnownFolder = { path: string; validity: string; messages: Message[] };

/** Raised when what is kept of a message changes. */
const FORMAT = 1;

const fileIn = (folder: string): string => join(folder, 'messages.json');

/** What the last run on this machine kept; nothing if there was none. */
export async function readKnownFolders(folder: string): Promise<KnownFolder[]> {
  try {
    const kept = JSON.parse(await readFile(fileIn(folder), 'utf8')) as {
      format: number;
      folders: KnownFolder[];
    };
    return kept.format === FORMAT ? kept.folders : [];
  } catch {
    return [];
  }
}

export async function saveKnownFolders(folder: string, folders: readonly KnownFolder[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileIn(folder);
  await writeFile(`${file}.new`, JSON.stringify({ format: FORMAT, folders }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
