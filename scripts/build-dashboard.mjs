// Builds the dashboard, unless what is built was made of exactly these files. Plain JavaScript, as run.mjs, which calls it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The pages, which empty the folder, and then the chat widget. */
const CONFIGS = ['vite.config.ts', 'vite.widget.config.ts'];
/** What they import. */
const PARTS_OF_CONFIGS = ['pdf-files.ts'];

/** `node`: the one that runs it. Throws when the build fails. Where the sources are missing, such as in an image that has
 *  what was built alone, nothing is done. */
export function buildDashboard(root, node) {
  const folder = join(root, 'dashboard');
  if (!existsSync(join(folder, 'src'))) return;
  const stamp = join(folder, 'dist', '.built-from');
  const hash = hashOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Building the dashboard (once, a few seconds) …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of CONFIGS) {
    const { status } = spawnSync(node, [vite, 'build', '--logLevel=warn', '--config', config], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      // Whatever is set here, such as by tests: React has a slow build for development.
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (status !== 0) throw new Error('The dashboard could not be built; the message is above.');
  }
  compressAll(join(folder, 'dist'));
  writeFileSync(stamp, hash);
}

/** Beside each script, style, decoder and font what browsers take instead: a third of the bytes, made once. */
function compressAll(dist) {
  const files = readdirSync(join(dist, 'assets'), { recursive: true }).map((name) =>
    join(dist, 'assets', name),
  );
  for (const file of [...files, join(dist, 'widget.js')]) {
    if (!/\.(m?js|css|wasm|pfb|ttf)$/.test(file)) continue;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

/** Of all that goes into the build, and of how it is done. */
function hashOf(folder) {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  const files = ['src', 'widget', join('..', 'server', 'src', 'isomorphic')]
    .flatMap((name) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [
    ...files,
    ...[
      'index.html',
      'package.json',
      'vite.news.ts',
      join('..', 'CHANGELOG.md'),
      ...CONFIGS,
      ...PARTS_OF_CONFIGS,
    ].map((name) => join(folder, name)),
  ]
    .filter((name) => existsSync(name))
    .sort())
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

const file = fileURLToPath(import.meta.url);
if (process.argv[1] === file) buildDashboard(dirname(dirname(file)), process.execPath);
