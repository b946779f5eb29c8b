/** Assembles server/src/storage/memory-index/vector-kernel.wat into vector-kernel.generated.ts, with WABT's `wat2wasm`, which
 *  npx fetches: `node scripts/run.mjs scripts/gen-vector-kernel.ts`. Run it after each change of the WAT text. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = 'server/src/storage/memory-index';
const assembler = 'wabt@1.0.39';

// Through a file: wat2wasm treats its standard output as text.
const scratch = mkdtempSync(join(tmpdir(), 'vector-kernel-'));
const output = join(scratch, 'kernel.wasm');
const features = ['--enable-relaxed-simd', '--enable-threads'];
const wat2wasm = ['wat2wasm', ...features, `${folder}/vector-kernel.wat`, `--output=${output}`];
execFileSync('npx', ['--yes', `--package=${assembler}`, '--', ...wat2wasm]);
const wasm = readFileSync(output);
rmSync(scratch, { recursive: true });

const lines = wasm.toString('base64').match(/.{1,96}/g) ?? [];
const text = createHash('sha256')
  .update(readFileSync(`${folder}/vector-kernel.wat`))
  .digest('hex');

writeFileSync(
  `${folder}/vector-kernel.generated.ts`,
  `// Generated from vector-kernel.wat by scripts/gen-vector-kernel.ts with ${assembler}; do not edit.

/** SHA-256 of the WAT text that this was made from. */
export const vectorKernelSource = '${text}';

/** The module, ${wasm.byteLength} bytes, in base64. */
export const vectorKernelWasm =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`,
);
