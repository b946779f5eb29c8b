// Runs a file of the project on the right Node: installs what is missing, finds Node 24, and hands over.
// Plain JavaScript, because it is all that an older Node runs before anything is installed.
//
//   node scripts/run.mjs FILE [ARGUMENT ...]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const needed = [24, 15];
/** New objects get 8 MB instead of 16: 10 to 20 MB less memory, and no slower in the ingest bench. */
const FLAGS = ['--max-semi-space-size=8'];
/** How glibc gives memory back: buffers from 256 KB on go at once, and threads share two arenas. With its defaults a
 *  document of 50 MB took 100 MB more, which stayed. Other C libraries take no notice. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' };

install();
const node = findNode();
if (process.argv[3] === 'serve') buildDashboard(root, node);
const child = spawn(node, [...FLAGS, resolve(process.argv[2]), ...process.argv.slice(3)], {
  stdio: 'inherit',
  env: environment(node),
  ...whereNpmWasCalled(),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/** Installs the locked dependencies, unless exactly these are there. Its output goes to stderr: what the command prints
 *  stays alone on stdout. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Installing dependencies (once, about half a minute) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('npm ci failed; its message is above.');
  writeFileSync(stamp, lock);
}

/** The Node that came with the dependencies, or the one that runs this, if it is new enough. */
function findNode() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return process.execPath;
  return fail(
    `Footnote runs on Node ${needed.join('.')} or newer, and this is ${process.versions.node} on ${process.platform}-${process.arch}, for which no Node comes with the dependencies: install Node 24 from https://nodejs.org.`,
  );
}

/** Child processes find the same Node first; compiled code is kept, which halves the next start and its memory. */
function environment(node) {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...MALLOC,
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
}

/** npm runs scripts in the root, but `npm run footnote -- add notes.md` in another folder means the file there. */
function whereNpmWasCalled() {
  const { npm_lifecycle_event: script, INIT_CWD: cwd, DATA_DIR } = process.env;
  if (script !== 'footnote' || !cwd || !['add', 'sync', 'eval'].includes(process.argv[3])) return {};
  // Relative to the root, where npm is now, as for the service.
  return { cwd, env: { ...environment(node), DATA_DIR: resolve(DATA_DIR || 'data') } };
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
