import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '#connectors/kinds/replace-file.ts';
import type { Message } from './message.ts';

/** The messages of a folder in the last run. They never change, so only new ones are asked for. */
export type KnownFolder = { path: string; validity: string; messages: Message[] };

/** Raised when what is kept of a message changes. */
const FORMAT = 1;

const FILE = 'messages.json';

/** The messages that the last run on this machine kept; empty if there was none. */
export async function readKnownFolders(folder: string): Promise<KnownFolder[]> {
  try {
    const kept = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as {
      format: number;
      folders: KnownFolder[];
    };
    return kept.format === FORMAT ? kept.folders : [];
  } catch {
    return [];
  }
}

export const saveKnownFolders = (folder: string, folders: readonly KnownFolder[]): Promise<void> =>
  replaceFile(folder, FILE, JSON.stringify({ format: FORMAT, folders }));
