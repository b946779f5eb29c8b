import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildDashboard } from './build-dashboard.mjs';

/** `npm run dev`: the service, restarted when a file of server/src changes, and in front of it Vite, which serves the dashboard
 *  with hot reload and passes every other request on. You open one address, Vite's: pages, cookies and streams share an origin. */

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });
const url = `http://localhost:${values.port}`;
const env = {
  LIVE_BASE_URL: url,
  PORT: '8080',
  ...process.env,
};
/** An editor writes several files at once, or one file twice. */
const SETTLE_MS = 100;

let service: ChildProcess | undefined;
let isStopping = false;

/** In a process group of its own: Ctrl-C in a terminal reaches the whole group, and a second signal would cut its stop short. */
const start = (...command: string[]): ChildProcess =>
  spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit', detached: true });

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

function startService(): void {
  const started = start('server/src/cli.ts', 'serve');
  service = started;
  started.once('exit', (code) => {
    if (service === started && !isStopping)
      console.error(`The service ended with exit code ${code}. It starts again when a file changes.`);
  });
}

async function restartOnChange(): Promise<void> {
  let changed = Promise.withResolvers<string>();
  watch(`${root}/server/src`, { recursive: true }, (_event, file) => {
    if (file?.endsWith('.ts') && !file.endsWith('.test.ts')) changed.resolve(file);
  });
  while (true) {
    const file = await changed.promise;
    await sleep(SETTLE_MS);
    changed = Promise.withResolvers<string>();
    if (isStopping) return;
    console.error(`\n${file} changed: restarting the service …`);
    const before = service;
    service = undefined;
    await stop(before);
    if (!isStopping) startService();
  }
}

async function stopAll(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([stop(vite), stop(service)]);
  process.exit(exitCode);
}

// The sandbox, at its own address, and /widget.js come from the build.
if (!existsSync(`${root}/dashboard/dist/index.html`)) buildDashboard(root, process.execPath);
const vite = start(
  'node_modules/vite/bin/vite.js',
  '--config',
  'dashboard/vite.config.ts',
  '--port',
  values.port,
  '--strictPort',
  '--clearScreen',
  'false',
);
vite.once('exit', (code) => void stopAll(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
startService();
void restartOnChange();
console.error(`Open ${url} once both have started. Ctrl-C stops them.`);
