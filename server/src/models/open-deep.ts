import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { E5_NAME } from '#models/e5/e5-threads.ts';
import { openE5 } from '#models/e5/open-e5.ts';
import type { DeepModel } from './model.ts';

/** The bundled deep model, or why it cannot run here, a sentence for operators. */
export type OpenedDeep = { deepModel: DeepModel } | { fault: string };

/** folder: of the model. hasRelaxedSimd: whether this machine and its Node can run the kernel. */
type Options = { folder?: string; hasRelaxedSimd?: boolean };

const FOLDER = fileURLToPath(new URL('../../models/multilingual-e5-small', import.meta.url));

/** A module that returns i16x8.relaxed_dot_i8x16_i7x16_s of two zeros. */
const RELAXED_SIMD = Uint8Array.from(
  Buffer.from('0061736d010000000105016000017b030201000a0f010d004100fd0f4100fd0ffd92020b', 'hex'),
);

/** Checks the machine and the checksums of the model's files, and loads nothing. */
export async function openDeep({
  folder = FOLDER,
  hasRelaxedSimd = WebAssembly.validate(RELAXED_SIMD),
}: Options = {}): Promise<OpenedDeep> {
  if (!hasRelaxedSimd)
    return {
      fault: `${E5_NAME} cannot run here, because this Node or its processor has no relaxed SIMD; search uses the instant model alone. Set EMBEDDING_MODEL=instant if that is meant to be so.`,
    };
  const wrong = await wrongFile(folder);
  return wrong === undefined
    ? { deepModel: openE5({ folder }) }
    : {
        fault: `${wrong}; search uses the instant model alone. Install Footnote again, or set EMBEDDING_MODEL=instant.`,
      };
}

async function wrongFile(folder: string): Promise<string | undefined> {
  let path = join(folder, 'config.json');
  try {
    const { files } = JSON.parse(await readFile(path, 'utf8')) as {
      files: Record<string, { sha256: string }>;
    };
    for (const [name, { sha256 }] of Object.entries(files)) {
      path = join(folder, name);
      const hash = createHash('sha256');
      for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(part);
      if (hash.digest('hex') !== sha256)
        return `${path} is damaged: it has another checksum than config.json names`;
    }
    path = join(folder, 'encoder.wasm');
    return WebAssembly.validate(await readFile(path))
      ? undefined
      : `${path} is damaged: it is no WebAssembly module`;
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
