/** Compiles server/src/models/e5/encoder.c into the encoder.wasm of the model, with clang 16 and lld 16 of Debian: `npm run gen` calls
 *  it. The module is the same, byte for byte, wherever that compiler runs. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOURCE = 'server/src/models/e5/encoder.c';
export const E5_KERNEL = 'server/models/multilingual-e5-small/encoder.wasm';
export const E5_CONFIG = 'server/models/multilingual-e5-small/config.json';
const COMPILER = 'clang-16';

const FLAGS = [
  '--target=wasm32',
  '-O3',
  // Sums may be taken in vectors.
  '-ffast-math',
  '-ffreestanding',
  '-fno-builtin',
  '-nostdlib',
  '-msimd128',
  '-mrelaxed-simd',
  // What a memory that threads share needs.
  '-matomics',
  '-mbulk-memory',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-fuse-ld=lld',
  '-Wl,--no-entry,--import-memory,--shared-memory,--max-memory=1073741824',
  // Each thread sets its own stack.
  '-Wl,--export=__stack_pointer,-z,stack-size=16384,--strip-all',
];

/** The compiled module; undefined where there is no such compiler. Throws an Error with the compiler's words if it refuses. */
export function compileE5Kernel(): Buffer | undefined {
  const scratch = mkdtempSync(join(tmpdir(), 'e5-kernel-'));
  try {
    const output = join(scratch, 'encoder.wasm');
    const { error, status, stderr } = spawnSync(COMPILER, [...FLAGS, '-o', output, SOURCE], {
      encoding: 'utf8',
    });
    if (error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error) throw error;
    if (status !== 0) throw new Error(`${COMPILER} refuses ${SOURCE}:\n${stderr}`);
    return readFileSync(output);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The model's config.json with the size and the checksum of this kernel. */
export function withKernel(kernel: Buffer): string {
  const config = JSON.parse(readFileSync(E5_CONFIG, 'utf8'));
  config.files['encoder.wasm'] = {
    bytes: kernel.length,
    sha256: createHash('sha256').update(kernel).digest('hex'),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
