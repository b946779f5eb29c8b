import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLED = fileURLToPath(new URL('../../models/multilingual-e5-small', import.meta.url));

/** What can happen to a file: it is gone, ends too early, or has another bit in its middle. */
export type Harm = 'missing' | 'shortened' | 'changed';

/** A folder like the bundled deep model's, whose file of this name is harmed. Remove it after use. */
export function faultyDeepModel(name: string, harm: Harm): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-deep-model-'));
  for (const file of readdirSync(BUNDLED)) symlinkSync(join(BUNDLED, file), join(folder, file));
  const path = join(folder, name);
  rmSync(path);
  if (harm === 'missing') return { folder, path };
  const bytes = readFileSync(join(BUNDLED, name));
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  if (harm === 'shortened') truncateSync(path, middle);
  return { folder, path };
}
