import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces a file in the folder of a connector atomically: if the process dies meanwhile, the file is still whole. */
export async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
