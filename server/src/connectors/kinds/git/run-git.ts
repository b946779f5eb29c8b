import { spawn } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { killGroup, PROGRAM_PATH } from '#lib/child-group.ts';

/** These override the settings of the machine and of its user. */
const CONFIG: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  // Larger ones are streamed rather than held in memory.
  ['core.bigFileThreshold', '1m'],
  ['credential.helper', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['pack.threads', '1'],
  ['protocol.version', '2'],
  ['submodule.recurse', 'false'],
  // Packs are kept as they are: no file for each object.
  ['transfer.unpackLimit', '1'],
  ['transfer.bundleURI', 'false'],
];

const ENVIRONMENT = {
  PATH: PROGRAM_PATH,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  // A partial clone would fetch what it lacks. Older versions fail for want of a protocol.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** What git needs for the remote, beside what every process of git gets. */
export type GitAccess = {
  env: Readonly<Record<string, string>>;
  config: readonly (readonly [string, string])[];
};

export type GitRun = {
  signal: AbortSignal;
  timeoutMs: number;
  access?: GitAccess | undefined;
  /** Git is killed when the folder grows larger. */
  folder?: { path: string; maxBytes: number } | undefined;
};

/** Git ended with a failure. Its output tells failures apart, and is never shown. */
export class GitFailure extends Error {
  readonly said: string;

  constructor(code: number | null, said: string) {
    super(`git ended with ${code}.`);
    this.name = 'GitFailure';
    this.said = said;
  }
}

const SAID_BYTES = 16 * 1024;
const WATCH_MS = 200;

/** Runs git without a shell, in a process group of its own that is killed at the end, and yields what it writes. Throws
 *  GitFailure, ConnectorFault if it takes too much time or disk, and the reason of the signal. */
export async function* streamGit(
  args: readonly string[],
  { signal, timeoutMs, access, folder }: GitRun,
): AsyncGenerator<Buffer, string> {
  signal.throwIfAborted();
  const config = [...CONFIG, ...(access?.config ?? [])];
  const child = spawn('git', args, {
    cwd: folder?.path ?? tmpdir(),
    env: {
      ...ENVIRONMENT,
      HOME: '/nonexistent',
      GIT_CONFIG_COUNT: String(config.length),
      ...Object.fromEntries(
        config.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
      ...access?.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let ended: unknown;
  const stop = (reason: unknown): void => {
    ended ??= reason;
    killGroup(child);
  };
  const onAbort = (): void => stop(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(
    () =>
      stop(
        new ConnectorFault(
          'unavailable',
          `Git did not finish within ${Math.ceil(timeoutMs / 1_000)} seconds.`,
        ),
      ),
    timeoutMs,
  );
  const watch = folder && watchSize(folder, stop);
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    // The reason comes last.
    said = (said + part.toString('latin1')).slice(-SAID_BYTES);
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  exit.catch(() => undefined);
  try {
    for await (const part of child.stdout) yield part as Buffer;
    const code = await exit;
    if (ended !== undefined) throw ended;
    if (code !== 0) throw new GitFailure(code, said);
    return said;
  } catch (error) {
    if (ended !== undefined) throw ended;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ConnectorFault(
        'settings',
        'Git is not installed on the server. The operator has to install git 2.37 or newer.',
        { cause: error },
      );
    throw error;
  } finally {
    clearTimeout(timer);
    watch?.();
    signal.removeEventListener('abort', onAbort);
    killGroup(child);
  }
}

/** The same for short output. Returns all that git wrote to stdout, and the end of what it wrote to stderr. */
export async function runGit(
  args: readonly string[],
  run: GitRun,
  maxBytes = 256 * 1024,
): Promise<{ output: string; said: string }> {
  const parts: Buffer[] = [];
  let size = 0;
  const stream = streamGit(args, run);
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return { output: Buffer.concat(parts).toString('utf8'), said: value };
    size += value.length;
    parts.push(value);
    if (size <= maxBytes) continue;
    await stream.return('');
    throw new ConnectorFault('untrusted', 'The repository answers with more than it was asked for.');
  }
}

/** The parts of what git writes with -z, without those that are longer than any path. */
export async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      const part = chunk.subarray(from, at);
      yield rest.length > 0 ? Buffer.concat([rest, part]) : part;
      rest = Buffer.alloc(0);
      from = at + 1;
    }
    if (from < chunk.length) rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.length > MAX_PART)
      throw new ConnectorFault('untrusted', 'The repository has a path of more than 64 KB.');
  }
  if (rest.length > 0) yield rest;
}

const MAX_PART = 64 * 1024;

/** Calls back when a folder grows above its limit. Returns what ends the watch. */
function watchSize({ path, maxBytes }: { path: string; maxBytes: number }, stop: (reason: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    const size = await sizeOf(path);
    if (isOver) return;
    if (size > maxBytes) stop(tooMuchDisk(maxBytes));
    else timer = setTimeout(look, WATCH_MS);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const tooMuchDisk = (maxBytes: number): ConnectorFault =>
  new ConnectorFault(
    'settings',
    `The repository takes more than ${Math.floor(maxBytes / 1024 / 1024).toLocaleString('en')} MB on the server, the maximum for a clone.`,
  );

/** Bytes of a folder, as far as they can be read while it changes. */
export async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  let sum = 0;
  for (const entry of entries)
    if (entry.isFile())
      sum += await lstat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  return sum;
}
