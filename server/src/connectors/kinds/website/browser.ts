import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { killGroup, PROGRAM_PATH } from '#lib/child-group.ts';
import { type DevTools, openDevTools } from './devtools-pipe.ts';

/** A Chromium in a process group of its own, with a profile that is removed with it. */
export type Browser = {
  tools: DevTools;
  /** True once it has ended. */
  hasEnded(): boolean;
  /** Kills everything it started. Resolves when its folder is gone. */
  kill(reason: string): Promise<void>;
};

/** Memory that the browser may take for itself, without what its processes share. */
const MAX_MEMORY_BYTES = 1_536 * 1024 * 1024;
const MEMORY_CHECK_MS = 500;

const flagsOf = (profile: string, proxyPort: number): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  // Everything goes through the proxy, loopback addresses too, and the browser resolves no names itself.
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--js-flags=--max-old-space-size=512',
  '--renderer-process-limit=2',
  // Chromium refuses to start as root with its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  'about:blank',
];

/** Throws an Error if the browser does not start. */
export async function startBrowser(path: string, proxyPort: number): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-chromium-'));
  const child = spawn(path, flagsOf(join(folder, 'profile'), proxyPort), {
    cwd: folder,
    env: { PATH: PROGRAM_PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // A group of its own, so that everything it starts can be killed with it.
    detached: true,
  });
  const gone = Promise.withResolvers<void>();
  let hasEnded = false;
  const onBroken = (reason: Error): void => {
    tools.end(reason);
    killGroup(child);
  };
  const tools = openDevTools(child.stdio[3] as Writable, child.stdio[4] as Readable, onBroken);
  const timer = setInterval(() => {
    void privateMemory(child.pid).then((bytes) => {
      if (bytes > MAX_MEMORY_BYTES) onBroken(new Error('The browser took too much memory.'));
    });
  }, MEMORY_CHECK_MS);
  timer.unref();
  const onEnd = (error?: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(timer);
    tools.end(error ?? new Error('The browser has ended.'));
    killGroup(child);
    rm(folder, { recursive: true, force: true, maxRetries: 5 }).then(gone.resolve, () => gone.resolve());
  };
  child.on('error', onEnd);
  child.on('exit', () => onEnd());
  return {
    tools,
    hasEnded: () => hasEnded,
    kill: (reason) => {
      tools.end(new Error(reason));
      killGroup(child);
      return gone.promise;
    },
  };
}

const MEMORY_PAGE_BYTES = 4_096;

/** What the processes of a group don't share. Zero where there is no /proc. */
async function privateMemory(group: number | undefined): Promise<number> {
  const names = await readdir('/proc').catch((): string[] => []);
  let bytes = 0;
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const [stat, memory] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8'),
      readFile(`/proc/${name}/statm`, 'utf8'),
    ]).catch(() => ['', '']);
    // After the name, which may hold spaces and brackets: state, parent, group.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== group) continue;
    const [, resident = 0, shared = 0] = memory.split(' ').map(Number);
    bytes += (resident - shared) * MEMORY_PAGE_BYTES;
  }
  return bytes;
}
