import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the TypeScript SDK in sdk/typescript/dist and packs it into a folder, which is the first argument; prints the path of the
 *  file. dist is what is published: in the repository the package exports its sources. */

const sdk = join(dirname(dirname(fileURLToPath(import.meta.url))), 'sdk/typescript');
const dist = join(sdk, 'dist');
const folder = process.argv[2] ?? dist;

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

rmSync(dist, { recursive: true, force: true });
const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
run(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', sdk, '--noEmit', 'false'], sdk);
const {
  private: _,
  exports: __,
  devDependencies: ___,
  ...manifest
} = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
const published = { ...manifest, exports: { '.': { types: './index.d.ts', default: './index.js' } } };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
for (const file of ['README.md', 'LICENSE']) cpSync(join(sdk, file), join(dist, file));
mkdirSync(folder, { recursive: true });
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], dist));
console.log(join(folder, packed.filename));
